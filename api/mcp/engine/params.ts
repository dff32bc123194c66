import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** The methods of a server that only offers tools. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/**
 * What is wrong with the method or the params of a request, if anything. The SDK's server would report malformed params
 * as an internal error with its validator's dump.
 */
export function checkRequest({ method, params }: JSONRPCRequest): LaunchlensError | undefined {
  const schema = SCHEMAS.get(method);
  if (schema === undefined) return new LaunchlensError('MCP_METHOD_UNKNOWN', {});
  const parsed = schema.safeParse({ method, params });
  if (parsed.success) return undefined;
  const field = parsed.error.issues[0]?.path.join('.') || 'params';
  return new LaunchlensError('MCP_PARAMS_MALFORMED', { method, field });
}
