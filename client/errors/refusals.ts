import { ClientError, type ClientErrorCode } from './client-error.ts';

/** An answer with a status that is none of success. */
export class HttpError extends ClientError {
  override readonly name: string = 'HttpError';
  readonly status: number;

  constructor(code: ClientErrorCode, message: string, status: number) {
    super(code, message);
    this.status = status;
  }
}

/** 401: there is no credential, or it does not hold any more. */
export class AuthenticationError extends HttpError {
  override readonly name = 'AuthenticationError';
  /** What to do about it, for people. */
  readonly hint: string;
  /** The page on which an owner approves a pairing. */
  readonly pairUrl: string;

  constructor(message: string, { hint, pairUrl }: { readonly hint: string; readonly pairUrl: string }) {
    super('authentication_failed', `${message} ${hint}`, 401);
    this.hint = hint;
    this.pairUrl = pairUrl;
  }
}

/** 403: it is someone else's. */
export class ForbiddenError extends HttpError {
  override readonly name = 'ForbiddenError';
  constructor(message: string) {
    super('forbidden', message, 403);
  }
}

/** 404: there is no such launch, account, payout or path. */
export class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError';
  constructor(message: string) {
    super('not_found', message, 404);
  }
}

/** 400 and other statuses that say that the question is at fault; the message names the parameter. */
export class InvalidRequestError extends HttpError {
  override readonly name = 'InvalidRequestError';
  constructor(message: string, status: number) {
    super('invalid_request', message, status);
  }
}

/** 409: it was decided or done otherwise already. */
export class ConflictError extends HttpError {
  override readonly name: string = 'ConflictError';
  constructor(message: string, code: ClientErrorCode = 'conflict') {
    super(code, message, 409);
  }
}

/** 409 of a claim before the reward token's mint exists: accruals are recorded, and nothing settles. */
export class PreMintError extends ConflictError {
  override readonly name = 'PreMintError';
  readonly rewardAsset: string;
  readonly preMint = true;

  constructor(message: string, rewardAsset: string) {
    super(message, 'pre_mint');
    this.rewardAsset = rewardAsset;
  }
}

/** 410: the index does not hold that slot; the message names the nearest that it can answer for. */
export class SlotNotHeldError extends HttpError {
  override readonly name = 'SlotNotHeldError';
  constructor(message: string) {
    super('slot_not_held', message, 410);
  }
}

/** 412: the index did not reach `minSlot` in time. Asking again shortly may do. */
export class SlotNotReachedError extends HttpError {
  override readonly name = 'SlotNotReachedError';
  constructor(message: string) {
    super('slot_not_reached', message, 412);
  }
}

/** 429. */
export class RateLimitedError extends HttpError {
  override readonly name = 'RateLimitedError';
  /** Seconds after which to go on, where the server said. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter: number | undefined) {
    super('rate_limited', message, 429);
    this.retryAfter = retryAfter;
  }
}

/** 502, 503, 504: not now. */
export class UnavailableError extends HttpError {
  override readonly name = 'UnavailableError';
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter: number | undefined) {
    super('unavailable', message, status);
    this.retryAfter = retryAfter;
  }
}

/** Any other 5xx: the server failed, and its log knows why. */
export class ServerError extends HttpError {
  override readonly name = 'ServerError';
  constructor(message: string, status: number) {
    super('server_failed', message, status);
  }
}
