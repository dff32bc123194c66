import { type ReactNode, useEffect, useId, useState } from 'react';
import type { PairingRequest } from '../../data/pairing.ts';
import { calendar, formatCount, seconds, span } from '../../model/formats.ts';
import { hasExecutionScope, needsConfirmation, SCOPE_WORDS, weightOf } from '../../model/scopes.ts';
import { useClock } from '../../parts/actions.tsx';
import { Card } from '../../parts/card.tsx';
import { SignedText } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { MARKS, ScopeList } from '../../parts/scope-list.tsx';
import { Badge, Moment } from '../../parts/values.tsx';
import { Decision, Outcome, type OutcomeKind } from './decision.tsx';
import { OwnGuardrails } from './own-guardrails.tsx';
import type { OpenRequestProps, RequestProps } from './refusal.tsx';

/** An agent's request: the decision first, then what it asks for in full. */
export function Request({ code, request, onExpired }: OpenRequestProps) {
  const [outcome, setOutcome] = useState<OutcomeKind>();
  if (outcome !== undefined) return <Outcome kind={outcome} request={request} />;
  return (
    <>
      <Decide code={code} request={request}>
        {(compared) => <Decision code={code} request={request} compared={compared} onDecided={setOutcome} />}
      </Decide>
      <Asks request={request} onExpired={onExpired} />
    </>
  );
}

function Asks({ request, onExpired }: Omit<OpenRequestProps, 'code'>) {
  const now = useClock();
  const { requested_scopes: scopes, message, deny_message: denial } = request;
  const [expires, ends] = [seconds(request.expires_at), seconds(request.token_expires_at)];
  const over = now > expires;
  useEffect(() => {
    if (over) onExpired();
  }, [over, onExpired]);
  return (
    <Card title="What it asks for" note={formatCount(scopes.length, 'scope')}>
      <Weight scopes={scopes} />
      <ScopeList scopes={scopes} />
      <OwnGuardrails />
      <Facts
        facts={[
          {
            name: 'You can decide',
            value: <time title={calendar(expires)}>{over ? 'no longer' : `for ${span(expires - now)}`}</time>,
          },
          { name: 'It could act until', value: <Moment time={ends} /> },
          { name: 'You can end it', value: 'at any time, under Agents' },
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
          Look at your limits below first. Such a token ends after 90 days at the latest.
        </p>
      </Notice>
    );
  }
  if (needsConfirmation(scopes)) {
    return (
      <Notice tone="info" title="With this it can change settings. It cannot move funds.">
        <p className="small">Every change is listed in your audit log.</p>
      </Notice>
    );
  }
  return null;
}

interface DecideProps extends RequestProps {
  readonly children: (compared: boolean) => ReactNode;
}

/** Anyone can send a link: only the code on the agent's own screen shows whose request this is. */
function Decide({ code, request, children }: DecideProps) {
  const id = useId();
  const [compared, setCompared] = useState(false);
  return (
    <Card
      title={`“${request.client_name}” asks to act for your wallet`}
      note="The name is what the agent calls itself"
    >
      <p className="pair-code">{code}</p>
      <p className="row">
        {request.requested_scopes.map((scope) => (
          <Badge key={scope} tone={MARKS[weightOf(scope)]?.tone ?? 'plain'}>
            {SCOPE_WORDS[scope].label}
          </Badge>
        ))}
      </p>
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={compared}
          onChange={({ target }) => setCompared(target.checked)}
        />
        <span>I started this agent myself, and it shows exactly this code.</span>
      </label>
      {children(compared)}
      <p className="small quiet">
        If somebody sent you the code or the link, do not approve it: they would act for your wallet.
      </p>
    </Card>
  );
}
