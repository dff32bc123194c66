import type { Failure } from '../../data/failure.ts';
import type { PairingRequest } from '../../data/pairing.ts';
import { FailureNotice, Notice } from '../../parts/notice.tsx';

export interface RequestProps {
  readonly code: string;
  readonly request: PairingRequest;
}

export interface OpenRequestProps extends RequestProps {
  /** By the reader's clock, which may be wrong: the page then asks again. */
  readonly onExpired: () => unknown;
}

export interface RefusalProps {
  readonly failure: Failure;
  readonly onRetry?: () => void;
}

/** Why there is nothing to decide, and what helps. */
export function Refusal({ failure, onRetry }: RefusalProps) {
  if (failure.kind === 'not_found') {
    return (
      <Notice tone="warn" title="Code not recognised" urgent>
        <p>It is mistyped, expired or already used. A code works once, for ten minutes.</p>
        <p className="small">Compare it with your agent’s screen, or restart the agent.</p>
      </Notice>
    );
  }
  if (failure.kind === 'limited') {
    return (
      <Notice tone="warn" title="Too many attempts" urgent>
        <p>{failure.message}</p>
        <p className="small">
          This keeps codes from being guessed. A pending pairing stays open until it expires after ten
          minutes.
        </p>
      </Notice>
    );
  }
  if (failure.status === 409 || failure.status === 403) {
    return (
      <Notice tone="bad" title="The decision was not accepted" urgent>
        <p>{failure.message}</p>
        <p className="small">
          {failure.status === 409
            ? 'If you did not expect that, check your tokens among your agents and revoke what is not yours.'
            : 'Sign with the account that the wallet shows here, and sign the text unchanged.'}
        </p>
      </Notice>
    );
  }
  return <FailureNotice failure={failure} onRetry={onRetry} retries={false} />;
}
