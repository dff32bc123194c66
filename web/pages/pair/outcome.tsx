import { Link } from '@tanstack/react-router';
import type { PairingRequest } from '../../data/pairing.ts';
import { calendar, seconds } from '../../model/times.ts';
import { useFocusAtFirst } from '../../parts/doing.ts';

export type OutcomeKind = 'approved' | 'denied' | 'over';

export interface OutcomeProps {
  readonly kind: OutcomeKind;
  readonly request: PairingRequest;
}

/** The outcome, in place of the request. */
export function Outcome({ kind, request }: OutcomeProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const { title, text } = words(kind, request);
  return (
    <section className="card" data-outcome={kind}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div className="row">
        <Link className="button" to="/settings">
          View your tokens and keys
        </Link>
        {kind === 'over' && (
          <Link className="button" to="/pair">
            Type another code
          </Link>
        )}
      </div>
    </section>
  );
}

function words(kind: OutcomeKind, { client_name: name, token_expires_at: ends }: PairingRequest) {
  if (kind === 'approved') {
    return {
      title: `Approved: “${name}” may act for your wallet`,
      text: `It fetches its token itself. The token is valid until ${calendar(seconds(ends))}, or until you revoke it. You can close this page.`,
    };
  }
  if (kind === 'denied') {
    return {
      title: `Denied: “${name}” was given nothing`,
      text: 'It learns this on its next poll. You can close this page.',
    };
  }
  return {
    title: 'This request is no longer open',
    text: 'It expired, or was decided elsewhere. If you did not decide it, check your tokens and revoke what is not yours. If the agent is still waiting, restart it to get a new code.',
  };
}
