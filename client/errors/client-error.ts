/** Stable names of failures. They do not change between versions; messages may. */
export type ClientErrorCode =
  | 'options_refused'
  | 'authentication_failed'
  | 'forbidden'
  | 'not_found'
  | 'invalid_request'
  | 'conflict'
  | 'pre_mint'
  | 'slot_not_held'
  | 'slot_not_reached'
  | 'rate_limited'
  | 'unavailable'
  | 'server_failed'
  | 'unreachable'
  | 'timed_out'
  | 'answer_malformed'
  | 'query_failed'
  | 'tool_failed'
  | 'missing_scope'
  | 'protocol_failed'
  | 'pairing_denied'
  | 'pairing_expired';

/** Every failure of this library. No part of it contains a credential, so it is safe to log. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  readonly code: ClientErrorCode;
  /** The id of the refused request, if the server named it: quote it when you ask the operator. */
  requestId?: string;

  constructor(code: ClientErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  /** For logs that write JSON, in which an error would be `{}`. */
  toJSON(): object {
    const { name, code, message } = this;
    return { ...this, name, code, message };
  }
}

/** Invalid options, such as a credential that does not fit into a header. */
export class OptionsError extends ClientError {
  override readonly name = 'OptionsError';

  constructor(message: string) {
    super('options_refused', message);
  }
}
