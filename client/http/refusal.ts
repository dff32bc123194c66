import type { ClientError } from '../errors/client-error.ts';
import {
  AuthenticationError,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PreMintError,
  RateLimitedError,
  ServerError,
  SlotNotHeldError,
  SlotNotReachedError,
  UnavailableError,
} from '../errors/refusals.ts';
import { redact } from './redact.ts';

/** How an AuthenticationError says to authenticate again. */
export interface Remedy {
  readonly hint: string;
  readonly pairUrl: string;
}

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface RefusalContext {
  readonly remedy: Remedy;
  readonly secrets: readonly string[];
}

const UNAVAILABLE = [502, 503, 504];
const LONGEST_DETAIL = 500;

/** The typed error of an error answer. */
export function refusalOf(answer: RefusedAnswer, context: RefusalContext): ClientError {
  const error = errorOf(answer, context);
  const id = answer.headers.get('x-request-id');
  if (id !== null) error.requestId = id;
  return error;
}

function errorOf(answer: RefusedAnswer, { remedy, secrets }: RefusalContext): ClientError {
  const { status, headers, text } = answer;
  const body = bodyOf(text);
  const detail = redact(detailOf(body) ?? `The server answered ${status}.`, secrets).slice(0, LONGEST_DETAIL);
  switch (status) {
    case 401:
      return new AuthenticationError(detail, remedy);
    case 403:
      return new ForbiddenError(detail);
    case 404:
      return new NotFoundError(detail);
    case 409:
      return conflictOf(detail, body);
    case 410:
      return new SlotNotHeldError(detail);
    case 412:
      return new SlotNotReachedError(detail);
    case 429:
      return new RateLimitedError(detail, retryAfterOf(headers));
    default:
      if (UNAVAILABLE.includes(status)) return new UnavailableError(detail, status, retryAfterOf(headers));
      return status >= 500 ? new ServerError(detail, status) : new InvalidRequestError(detail, status);
  }
}

function conflictOf(detail: string, body: Body): ConflictError {
  return body?.pre_mint === true && typeof body.reward_asset === 'string'
    ? new PreMintError(detail, body.reward_asset)
    : new ConflictError(detail);
}

type Body = Readonly<Record<string, unknown>> | undefined;

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Body) : undefined;
  } catch {
    // A proxy's own text is useless; the status says enough.
    return undefined;
  }
}

/** The message of a refusal, from REST or JSON-RPC. */
function detailOf(body: Body): string | undefined {
  if (typeof body?.detail === 'string') return body.detail;
  const error = body?.error as { readonly message?: unknown } | undefined;
  return typeof error?.message === 'string' ? error.message : undefined;
}

function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
