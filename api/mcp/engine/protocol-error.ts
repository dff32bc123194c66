import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorCode as LaunchlensCode, LaunchlensError } from '../../../core/kernel/errors/error.ts';

const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

const CODES: ReadonlyMap<LaunchlensCode, number> = new Map<LaunchlensCode, number>([
  ['MCP_BODY_MALFORMED', ErrorCode.ParseError],
  ['MCP_BATCH_REFUSED', ErrorCode.InvalidRequest],
  ['MCP_MESSAGE_MALFORMED', ErrorCode.InvalidRequest],
  ['MCP_SESSION_GIVEN', ErrorCode.InvalidRequest],
  ['MCP_ID_IN_FLIGHT', ErrorCode.InvalidRequest],
  ['MCP_METHOD_UNKNOWN', ErrorCode.MethodNotFound],
  ['MCP_PARAMS_MALFORMED', ErrorCode.InvalidParams],
  ['MCP_TOOL_UNKNOWN', ErrorCode.InvalidParams],
  ['MCP_PAGE_UNKNOWN', ErrorCode.InvalidParams],
  ['MCP_TOOLSET_UNKNOWN', ErrorCode.InvalidRequest],
  ['MCP_PROFILE_UNKNOWN', ErrorCode.InvalidRequest],
  ['MCP_SESSION_UNKNOWN', SESSION_NOT_FOUND],
  ['INTERNAL', ErrorCode.InternalError],
]);

/** The `error` of a JSON-RPC answer; `data.code` is the stable name. */
interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: string };
}

export function jsonRpcError({ code, message }: LaunchlensError): JsonRpcError {
  return { code: CODES.get(code) ?? REFUSED, message, data: { code: code.toLowerCase() } };
}
