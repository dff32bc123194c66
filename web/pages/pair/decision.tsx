import { Link } from '@tanstack/react-router';
import { useConnection } from '../../data/connection.ts';
import { decidePairing, type PairingRequest, type Verb } from '../../data/pairing.ts';
import { calendar, seconds } from '../../model/formats.ts';
import { announce, Button, useDoing, useFocusAtFirst } from '../../parts/actions.tsx';
import { WalletPicker } from '../../parts/wallet-picker.tsx';
import { Refusal, type RequestProps } from './refusal.tsx';

export type OutcomeKind = 'approved' | 'denied' | 'over';

export interface OutcomeProps {
  readonly kind: OutcomeKind;
  readonly request: PairingRequest;
}

/** The outcome, in place of the request. */
export function Outcome({ kind, request }: OutcomeProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const { title, text } = outcomeText(kind, request);
  return (
    <section className="card" data-outcome={kind}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div className="row">
        <Link className="button" to="/agents">
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

function outcomeText(kind: OutcomeKind, { client_name: name, token_expires_at: ends }: PairingRequest) {
  if (kind === 'approved') {
    return {
      title: `Approved: “${name}” may act for your wallet`,
      text: `The agent fetches its token itself. The token is valid until ${calendar(seconds(ends))}, or until you revoke it. You can close this page.`,
    };
  }
  if (kind === 'denied') {
    return {
      title: `Denied: “${name}” was given nothing`,
      text: 'The agent learns this on its next poll. You can close this page.',
    };
  }
  return {
    title: 'This request is no longer open',
    text: 'It expired, or was decided elsewhere. If you did not decide it, check your tokens and revoke what is not yours. If the agent is still waiting, restart it to get a new code.',
  };
}

export interface DecisionProps extends RequestProps {
  readonly compared: boolean;
  readonly onDecided: (outcome: OutcomeKind) => void;
}

/** The wallet and two buttons. Both sign; nothing else decides. */
export function Decision({ code, request, compared, onDecided }: DecisionProps) {
  const connection = useConnection();
  const { busy, failure, run } = useDoing();
  const decide = (verb: Verb): void =>
    run(async () => {
      if (connection === undefined) return;
      const { status } = await decidePairing({ verb, code, request, connection });
      announce(status === 'approved' ? 'Approved.' : 'Denied.');
      onDecided(status);
    });
  const ready = connection !== undefined && !busy;
  return (
    <>
      <h3>Your wallet</h3>
      <WalletPicker />
      {failure !== undefined && <Refusal failure={failure} />}
      <div className="row">
        <Button look="main" disabled={!ready || !compared} onClick={() => decide('approve')}>
          Sign and approve
        </Button>
        <Button look="danger" disabled={!ready} onClick={() => decide('deny')}>
          Sign and deny
        </Button>
      </div>
      <p className="small quiet" role="status">
        {busy ? 'Confirm in your wallet.' : missing(connection !== undefined, compared)}
      </p>
    </>
  );
}

function missing(connected: boolean, compared: boolean): string {
  if (!connected) return 'Connect a wallet to decide.';
  if (!compared) return 'To approve, compare the code first.';
  return 'Approving and denying are both signed; neither moves funds.';
}
