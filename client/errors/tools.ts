import { ClientError, type ClientErrorCode } from './client-error.ts';

export interface ToolFailure {
  readonly tool: string;
  /** The server's stable name of the failure, such as `launch_not_found`. */
  readonly toolCode: string;
  readonly detail: string;
  readonly remedy: string;
}

/** A tool reported a failure. */
export class ToolError extends ClientError implements ToolFailure {
  override readonly name: string = 'ToolError';
  readonly tool: string;
  readonly toolCode: string;
  readonly detail: string;
  readonly remedy: string;

  constructor({ tool, toolCode, detail, remedy }: ToolFailure, code: ClientErrorCode = 'tool_failed') {
    super(code, `${detail} ${remedy}`.trim());
    this.tool = tool;
    this.toolCode = toolCode;
    this.detail = detail;
    this.remedy = remedy;
  }
}

/** The credential is valid but does not cover the tool; nothing was done. */
export class MissingScopeError extends ToolError {
  override readonly name = 'MissingScopeError';
  /** The scope to ask for when pairing again, or when issuing a key. */
  readonly scope: string;

  constructor(failure: ToolFailure, scope: string) {
    super(failure, 'missing_scope');
    this.scope = scope;
  }
}

/** The server refused the message itself, for example for an unknown tool name. */
export class ProtocolError extends ClientError {
  override readonly name = 'ProtocolError';
  /** The JSON-RPC code. */
  readonly rpcCode: number;

  constructor(message: string, rpcCode: number) {
    super('protocol_failed', message);
    this.rpcCode = rpcCode;
  }
}
