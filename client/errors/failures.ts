import { ClientError } from './client-error.ts';

/** No answer arrived: the server is unreachable, or the connection broke. */
export class UnreachableError extends ClientError {
  override readonly name = 'UnreachableError';
  constructor(message: string, cause?: unknown) {
    super('unreachable', message, cause);
  }
}

/** No complete answer arrived within `timeoutMs`. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  constructor(message: string) {
    super('timed_out', message);
  }
}

/** The response is not a valid answer of the API. */
export class MalformedAnswerError extends ClientError {
  override readonly name = 'MalformedAnswerError';
  constructor(message: string) {
    super('answer_malformed', message);
  }
}

/** The owner denied the pairing. */
export class PairingDeniedError extends ClientError {
  override readonly name = 'PairingDeniedError';
  constructor() {
    super('pairing_denied', 'The owner of the wallet denied the pairing.');
  }
}

/** Nobody decided in time, or the token was delivered earlier and lost. */
export class PairingExpiredError extends ClientError {
  override readonly name = 'PairingExpiredError';
  constructor() {
    super(
      'pairing_expired',
      'The pairing has expired without an approval, or its token was handed out in an answer that got lost: revoke that token where the owner sees it, and start another pairing.',
    );
  }
}
