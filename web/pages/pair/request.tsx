import { type ReactNode, useEffect, useId, useState } from 'react';
import type { PairingRequest } from '../../data/pairing.ts';
import { calendar, seconds, span } from '../../model/formats.ts';
import { hasExecutionScope, needsConfirmation } from '../../model/scopes.ts';
import { useClock } from '../../parts/actions.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { SignedText } from '../../parts/copy-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ScopeList } from '../../parts/scope-list.tsx';
import { Moment } from '../../parts/values.tsx';
import { Decision, Outcome, type OutcomeKind } from './decision.tsx';
import type { OpenRequestProps } from './refusal.tsx';

/** An agent's request, and the decision about it. */
export function Request({ code, request, onExpired }: OpenRequestProps) {
  const [outcome, setOutcome] = useState<OutcomeKind>();
  if (outcome !== undefined) return <Outcome kind={outcome} request={request} />;
  return (
    <>
      <Asks request={request} onExpired={onExpired} />
      <Compare code={code}>
        {(compared) => <Decision code={code} request={request} compared={compared} onDecided={setOutcome} />}
      </Compare>
    </>
  );
}

function Asks({ request, onExpired }: Omit<OpenRequestProps, 'code'>) {
  const now = useClock();
  const { client_name: name, requested_scopes: scopes, message, deny_message: denial } = request;
  const [expires, ends] = [seconds(request.expires_at), seconds(request.token_expires_at)];
  const over = now > expires;
  useEffect(() => {
    if (over) onExpired();
  }, [over, onExpired]);
  return (
    <Card title={`“${name}” asks to act for your wallet`} note="The name is what the agent calls itself">
      <ScopeList scopes={scopes} />
      <Weight scopes={scopes} />
      <Facts
        facts={[
          {
            name: 'You can decide',
            value: <time title={calendar(expires)}>{over ? 'no longer' : `for ${span(expires - now)}`}</time>,
          },
          { name: 'It could act until', value: <Moment time={ends} /> },
          { name: 'You can end it', value: 'at any time, in the settings' },
        ]}
      />
      <SignedText text={message} to="approve" open />
      <SignedText text={denial} to="deny" />
    </Card>
  );
}

function Weight({ scopes }: { readonly scopes: PairingRequest['requested_scopes'] }) {
  if (hasExecutionScope(scopes)) {
    return (
      <Notice tone="warn" title="With this it can move value, within your policy and limits">
        <p className="small">
          Look at your limits in the settings first. Such a token ends after 90 days at the latest.
        </p>
      </Notice>
    );
  }
  if (needsConfirmation(scopes)) {
    return (
      <Notice tone="info" title="With this it can change settings. It cannot move funds.">
        <p className="small">Every change is listed in your settings.</p>
      </Notice>
    );
  }
  return null;
}

interface CompareProps {
  readonly code: string;
  readonly children: (compared: boolean) => ReactNode;
}

/** Anyone can send a link: only the code on the agent's own screen shows whose request this is. */
function Compare({ code, children }: CompareProps) {
  const id = useId();
  const [compared, setCompared] = useState(false);
  return (
    <Card title="Compare and decide">
      <p className="pair-code">{code}</p>
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={compared}
          onChange={({ target }) => setCompared(target.checked)}
        />
        <span>I started this agent myself, and it shows exactly this code.</span>
      </label>
      <p className="small quiet">
        If somebody sent you the code or the link, do not approve it: they would act for your wallet.
      </p>
      {children(compared)}
    </Card>
  );
}
