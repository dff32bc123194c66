import { define } from './definition.ts';

/**
 * Refusals of the MCP surfaces. Those of the transport have an HTTP status; those of a method or a tool are part of
 * its answer, so theirs is 200.
 */
export const mcpErrors = {
  MCP_HOST_REFUSED: define(
    () =>
      'This name is not one that the server answers to: use its address, or have its operator set PUBLIC_BASE_URL.',
    { status: 403 },
  ),
  MCP_ORIGIN_REFUSED: define(
    () => 'Pages of this origin may not use the server; its operator sets MCP_CORS_ORIGINS.',
    {
      status: 403,
    },
  ),
  MCP_NOT_ACCEPTABLE: define<{ type: string }>(({ type }) => `The Accept header must allow ${type}.`, {
    status: 406,
  }),
  MCP_BODY_MALFORMED: define<{ reason: string }>(({ reason }) => `The body cannot be read: ${reason}.`, {
    status: 400,
  }),
  MCP_BATCH_REFUSED: define(
    () => 'Protocol 2025-06-18 takes one message a request: send the messages of a batch one by one.',
    { status: 400 },
  ),
  MCP_MESSAGE_MALFORMED: define<{ reason: string }>(
    ({ reason }) => `The body is not a JSON-RPC 2.0 message: ${reason}.`,
    { status: 400 },
  ),
  MCP_PARAMS_MALFORMED: define<{ method: string; field: string }>(
    ({ method, field }) => `The params of ${method} are malformed at ${field}.`,
    { status: 200 },
  ),
  MCP_SESSION_MISSING: define(
    () => 'The Mcp-Session-Id header is missing: send initialize first and repeat the id of its answer.',
    { status: 400 },
  ),
  MCP_SESSION_GIVEN: define(
    () => 'This session is initialized already: send initialize without Mcp-Session-Id to open another.',
    { status: 400 },
  ),
  MCP_SESSION_UNKNOWN: define(
    () => 'No such session: it ended, is not yours or never was. Send initialize to open another.',
    { status: 404 },
  ),
  MCP_VERSION_UNSUPPORTED: define<{ supported: string }>(
    ({ supported }) => `The MCP-Protocol-Version header must be ${supported}, as initialize answered.`,
    { status: 400 },
  ),
  MCP_ID_IN_FLIGHT: define(
    () =>
      'A request of this id is still being answered in this session: every request needs an id of its own.',
    { status: 400 },
  ),
  MCP_SESSION_BUSY: define<{ requests: number }>(
    ({ requests }) => `This session has ${requests} requests in flight; wait for their answers.`,
    { status: 429, retryable: true },
  ),
  MCP_STREAM_OPEN: define(() => 'This session has its stream open already; one is allowed.', { status: 409 }),
  MCP_STREAMS_FULL: define<{ seconds: number }>(
    ({ seconds }) =>
      `This server or your network has as many open streams as it may: close one, or try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  MCP_METHOD_UNKNOWN: define(() => 'This server offers tools only: tools/list and tools/call.', {
    status: 200,
  }),
  MCP_TOOL_UNKNOWN: define<{ name: string }>(
    ({ name }) => `Unknown tool: ${name}; tools/list names those of this surface.`,
    { status: 200 },
  ),
  MCP_PAGE_UNKNOWN: define(
    () => 'cursor is not one of tools/list: pass nextCursor of the page before, or leave it out.',
    { status: 200 },
  ),
  MCP_TOOLSET_UNKNOWN: define<{ known: readonly string[] }>(
    ({ known }) => `X-Service-Toolsets must name some of ${known.join(', ')}, separated by commas.`,
    { status: 400 },
  ),
  MCP_PROFILE_UNKNOWN: define<{ known: readonly string[] }>(
    ({ known }) => `X-Service-Profile must be one of ${known.join(', ')}.`,
    { status: 400 },
  ),
};
