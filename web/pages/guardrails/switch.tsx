import { useState } from 'react';
import { modeWidens, PERMISSION_MODES, type PermissionMode } from '../../../core/rules/permission-mode.ts';
import { setMode, turn, type WalletControl } from '../../data/owner/control.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import { MODES } from '../../model/guardrails/modes.ts';
import type { Tone } from '../../model/launch.ts';
import { announce, Button, useDoing } from '../../parts/actions.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Badge } from '../../parts/values.tsx';
import type { WaitsProps } from './edit.tsx';

/** How much agents may do without asking. */
export function Mode({ mode, onWaits }: WaitsProps & { readonly mode: PermissionMode }) {
  const [chosen, setChosen] = useState(mode);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const save = (): void =>
    doing.run(async () => {
      const outcome = await setMode(chosen);
      announce(outcome.holds ? 'It applies from now on.' : 'It waits for your signature.');
      await changed();
      if (outcome.holds) return;
      setChosen(mode);
      onWaits(outcome.request);
    });
  return (
    <Card title="Permission mode" note="How much agents may do without asking">
      <fieldset className="choices-set stack">
        <legend className="visually-hidden">Permission mode</legend>
        {PERMISSION_MODES.map((each) => (
          <label className="check" key={each}>
            <input type="radio" name="mode" checked={chosen === each} onChange={() => setChosen(each)} />
            <span>
              <strong>{MODES[each].label}</strong>
              {each === mode && <span className="quiet"> (now)</span>}
              <br />
              <span className="small quiet">{MODES[each].meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        <Button disabled={chosen === mode || doing.busy} onClick={save}>
          {modeWidens(mode, chosen) ? 'Continue to sign' : 'Save'}
        </Button>
        {modeWidens(mode, chosen) && (
          <span className="small quiet">Agents could do more: needs your signature.</span>
        )}
      </div>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
    </Card>
  );
}

type State = WalletControl['switch'];

const STATES: Readonly<
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
  const { tone, label, meaning } = STATES[state];
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
