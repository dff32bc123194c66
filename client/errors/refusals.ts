import { ClientError, type ClientErrorCode } from './client-error.ts';

/** An answer with an error status. */
export class HttpError extends ClientError {
  override readonly name: string = 'HttpError';
  readonly status: number;

  constructor(code: ClientErrorCode, message: string, status: number) {
    super(code, message);
    this.status = status;
  }
}

/** 401: the credential is missing or no longer valid. */
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

/** 403: it belongs to someone else. */
export class ForbiddenError extends HttpError {
  override readonly name = 'ForbiddenError';
  constructor(message: string) {
    super('forbidden', message, 403);
  }
}

/** 404: the launch, account, payout or path does not exist. */
export class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError';
  constructor(message: string) {
    super('not_found', message, 404);
  }
}

/** 400 and other statuses for an invalid request; the message names the parameter. */
export class InvalidRequestError extends HttpError {
  override readonly name = 'InvalidRequestError';
  constructor(message: string, status: number) {
    super('invalid_request', message, status);
  }
}

/** 409: it was already decided or done differently. */
export class ConflictError extends HttpError {
  override readonly name: string = 'ConflictError';
  constructor(message: string, code: ClientErrorCode = 'conflict') {
    super(code, message, 409);
  }
}

/** 409 for a claim before the reward token's mint exists: accruals are recorded, and nothing settles. */
export class PreMintError extends ConflictError {
  override readonly name = 'PreMintError';
  readonly rewardAsset: string;
  readonly preMint = true;

  constructor(message: string, rewardAsset: string) {
    super(message, 'pre_mint');
    this.rewardAsset = rewardAsset;
  }
}

/** 410: the index does not have that slot; the message names the nearest slots that it can answer for. */
export class SlotNotHeldError extends HttpError {
  override readonly name = 'SlotNotHeldError';
  constructor(message: string) {
    super('slot_not_held', message, 410);
  }
}

/** 412: the index did not reach `minSlot` in time. Try again shortly. */
export class SlotNotReachedError extends HttpError {
  override readonly name = 'SlotNotReachedError';
  constructor(message: string) {
    super('slot_not_reached', message, 412);
  }
}

/** 429. */
export class RateLimitedError extends HttpError {
  override readonly name = 'RateLimitedError';
  /** Seconds to wait, if the server said so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter: number | undefined) {
    super('rate_limited', message, 429);
    this.retryAfter = retryAfter;
  }
}

/** 502, 503, 504: temporarily unavailable. */
export class UnavailableError extends HttpError {
  override readonly name = 'UnavailableError';
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter: number | undefined) {
    super('unavailable', message, status);
    this.retryAfter = retryAfter;
  }
}

/** Any other 5xx: the server failed; its log has the cause. */
export class ServerError extends HttpError {
  override readonly name = 'ServerError';
  constructor(message: string, status: number) {
    super('server_failed', message, status);
  }
}
