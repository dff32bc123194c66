import { useState } from 'react';
import { turn, type WalletControl } from '../../../data/owner/control.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { announce } from '../../../parts/announce.tsx';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useDoing } from '../../../parts/doing.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import type { WaitsProps } from './keys.tsx';

type State = WalletControl['switch'];

const WORDS: Readonly<
  Record<State, { readonly tone: Tone; readonly label: string; readonly meaning: string }>
> = {
  on: { tone: 'good', label: 'On', meaning: 'Agents act within their scopes and your guardrails.' },
  paused: {
    tone: 'warn',
    label: 'Paused',
    meaning: 'Intents and everything that could move value are refused. Agents can still read.',
  },
  killed: { tone: 'bad', label: 'Stopped', meaning: 'Everything but reads and quotes is refused.' },
};

/** Pauses or stops every agent immediately; resuming needs a signature. */
export function Switch({ state, onWaits }: WaitsProps & { readonly state: State }) {
  const [stopping, setStopping] = useState(false);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const to = (verb: 'pause' | 'kill' | 'resume', said: string): void =>
    doing.run(async () => {
      const outcome = await turn(verb);
      setStopping(false);
      announce(said);
      await changed();
      if (!outcome.holds) onWaits(outcome.request);
    });
  const { tone, label, meaning } = WORDS[state];
  return (
    <Card title="Your agents" note={<Badge tone={tone}>{label}</Badge>}>
      <p>{meaning}</p>
      <div className="row">
        {state === 'on' && (
          <Button disabled={doing.busy} onClick={() => to('pause', 'Your agents are paused.')}>
            Pause all agents
          </Button>
        )}
        {state !== 'killed' && (
          <Button look="danger" disabled={doing.busy} onClick={() => setStopping(true)}>
            Stop all agents
          </Button>
        )}
        {state !== 'on' && (
          <Button
            disabled={doing.busy}
            onClick={() => to('resume', 'Sign the request below to resume your agents.')}
          >
            Resume all agents
          </Button>
        )}
      </div>
      {state !== 'on' && <p className="small quiet">Resuming needs your signature, in the requests below.</p>}
      {!stopping && doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      {stopping && (
        <ConfirmDialog
          title="Stop all agents?"
          action="Stop them now"
          doing={doing}
          onConfirm={() => to('kill', 'Your agents are stopped.')}
          onClose={() => setStopping(false)}
        >
          <p>
            From the next call on, everything but reads and quotes is refused. Resuming needs your wallet’s
            signature.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
