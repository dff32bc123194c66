/** The kind of failure, by what a reader can do about it. */
export type FailureKind =
  | 'unreachable'
  | 'slow'
  | 'not_ready'
  | 'node_silent'
  | 'limited'
  | 'not_found'
  | 'gone'
  | 'ahead'
  | 'signed_out'
  | 'sign_in_too_old'
  | 'forbidden'
  | 'unsigned'
  | 'refused'
  | 'fault'
  | 'malformed';

export interface FailureFacts {
  readonly kind: FailureKind;
  /** One sentence, from the API if possible. */
  readonly detail: string;
  /** The API's code, if any. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The logs of the chain's programs, line by line. */
  readonly logs?: readonly string[] | undefined;
}

/** The one error type of the pages: every refusal of the API and everything that prevents an answer. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly logs: readonly string[] | undefined;

  constructor({ kind, detail, code, status, logs }: FailureFacts, cause?: unknown) {
    super(detail, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.logs = logs;
  }
}

const PASSING: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'slow',
  'not_ready',
  'node_silent',
  'limited',
]);

/** Whether repeating the same request may help. */
export const mayPass = ({ kind }: Failure): boolean => PASSING.has(kind);

const AGAIN_MS = 5_000;

/** When a failed request is retried automatically, in milliseconds, if the failure may be temporary. */
export function againAfter(error: Error | null): number | false {
  return error !== null && mayPass(failureOf(error)) ? AGAIN_MS : false;
}

/** Any thrown value as the error that a page shows. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure({ kind: 'fault', detail: 'Something in this page failed.' }, error);
}

const BY_CODE: Readonly<Record<string, FailureKind>> = {
  SLOT_NOT_HELD: 'gone',
  SLOT_TAKEN_BACK: 'gone',
  ACCOUNT_UNREADABLE: 'gone',
  SLOT_AHEAD: 'ahead',
  MIRROR_NOT_READY: 'not_ready',
  INDEX_FOREIGN: 'not_ready',
  STORE_UNREACHABLE: 'not_ready',
  CHAIN_UNREADABLE: 'node_silent',
  HISTORY_TIMED_OUT: 'slow',
  RATE_LIMITED: 'limited',
  CLIENT_SHARE_USED: 'limited',
  SIGN_IN_REQUIRED: 'signed_out',
  TOKEN_REFUSED: 'signed_out',
  SIGN_IN_TOO_OLD: 'sign_in_too_old',
};

const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  408: 'slow',
  410: 'gone',
  429: 'limited',
  502: 'unreachable',
  503: 'not_ready',
  504: 'slow',
};

/** The kind of a refusal: by the API's code in any transport's spelling, otherwise by the status. */
export function kindOf(status: number, code?: string): FailureKind {
  const known = code === undefined ? undefined : BY_CODE[code.toUpperCase()];
  return known ?? BY_STATUS[status] ?? (status >= 500 ? 'fault' : 'refused');
}
