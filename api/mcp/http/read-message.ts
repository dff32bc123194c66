import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { MCP_LIMITS } from '../limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS = [0x5b, 0x7b];
const CLOSERS = [0x5d, 0x7d];

/** The size of a JSON text. */
export interface Outline {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Commas outside strings: one after each member or element except the last. */
  readonly commas: number;
}

/**
 * The outline of a JSON text, without creating its values: parsing and checking a mebibyte of members takes half a
 * second.
 */
export function outlineOf(text: string): Outline {
  let open = 0;
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas += 1;
    else if (CLOSERS.includes(code)) open -= 1;
    else if (OPENERS.includes(code)) {
      open += 1;
      depth = Math.max(depth, open);
    }
  }
  return { depth, commas };
}

/** The closing quote of the string that opens at `start`, or the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** A text without either has no member that is dropped on the way. */
const MAY_NAME_DROPPED = /__proto__|\\u/;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The one message of a body. All later code uses this parsed value, so that no second parser can read the bytes
 * differently.
 * @throws MCP_BODY_MALFORMED, MCP_BATCH_REFUSED, MCP_MESSAGE_MALFORMED
 */
export function readMessage(body: Uint8Array): JSONRPCMessage {
  const value = parseJson(body);
  if (Array.isArray(value)) throw new LaunchlensError('MCP_BATCH_REFUSED', {});
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new LaunchlensError('MCP_MESSAGE_MALFORMED', { reason: flawOf(value) });
}

function parseJson(body: Uint8Array): unknown {
  try {
    const text = decoder.decode(body);
    requireBounded(text);
    requireKept(text);
    return JSON.parse(text);
  } catch (cause) {
    if (isLaunchlensError(cause)) throw cause;
    throw new LaunchlensError('MCP_BODY_MALFORMED', { reason: 'it does not parse as JSON in UTF-8' }, cause);
  }
}

/** No message of the protocol is near these limits; parsing a larger one would block everyone. */
function requireBounded(text: string): void {
  const { depth, commas } = outlineOf(text);
  if (depth > MCP_LIMITS.depth) throw tooMuch(`it nests deeper than ${MCP_LIMITS.depth}`);
  if (commas >= MCP_LIMITS.values) throw tooMuch(`it holds more than ${MCP_LIMITS.values} values`);
}

/** Later checks silently drop a member of this name, and the rest of the message would be executed without it. */
function requireKept(text: string): void {
  if (!MAY_NAME_DROPPED.test(text)) return;
  JSON.parse(text, (name, value) => {
    if (name !== '__proto__') return value;
    throw new LaunchlensError('MCP_MESSAGE_MALFORMED', { reason: 'no member may be named __proto__' });
  });
}

function tooMuch(reason: string): LaunchlensError {
  return new LaunchlensError('MCP_BODY_MALFORMED', { reason });
}

function flawOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return 'it is no object';
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  const named = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  if (!named) return 'id must be a string or an integer';
  if (typeof method !== 'string') return 'method must be a string';
  if (params !== undefined && (typeof params !== 'object' || params === null))
    return 'params must be an object';
  return 'it has a member that the protocol does not know or one of the wrong type';
}
