import { defineForClients as define } from './definition.ts';

/**
 * Refusals of the MCP surfaces. Those of the transport have an HTTP status; those of a method or a tool are part of
 * its answer, so theirs is 200.
 */
export const mcpErrors = {
  MCP_HOST_REFUSED: define(
    'The Host header does not name this server. Use its address, or ask its operator to set PUBLIC_BASE_URL.',
    { status: 403 },
  ),
  MCP_ORIGIN_REFUSED: define(
    'Pages from this origin are not allowed to use this server. Its operator can allow them with MCP_CORS_ORIGINS.',
    {
      status: 403,
    },
  ),
  MCP_NOT_ACCEPTABLE: define('The Accept header must allow {type}.', {
    status: 406,
  }),
  MCP_BODY_MALFORMED: define('The body cannot be read: {reason}.', {
    status: 400,
  }),
  MCP_BATCH_REFUSED: define(
    'Protocol 2025-06-18 accepts one message per request. Send the messages of a batch one by one.',
    { status: 400 },
  ),
  MCP_MESSAGE_MALFORMED: define('The body is not a JSON-RPC 2.0 message: {reason}.', { status: 400 }),
  MCP_PARAMS_MALFORMED: define('The params of {method} are not valid: check {field}.', { status: 200 }),
  MCP_SESSION_MISSING: define(
    'The Mcp-Session-Id header is missing. Send initialize first, then repeat the session id from its response.',
    { status: 400 },
  ),
  MCP_SESSION_GIVEN: define(
    'This session is already initialized. To open another, send initialize without Mcp-Session-Id.',
    { status: 400 },
  ),
  MCP_SESSION_UNKNOWN: define('This session does not exist or has ended. Send initialize to open another.', {
    status: 404,
  }),
  MCP_VERSION_UNSUPPORTED: define(
    'The MCP-Protocol-Version header must be {supported}, the version that initialize returned.',
    { status: 400 },
  ),
  MCP_ID_IN_FLIGHT: define(
    'A request with this id is still in flight in this session. Use a different id for every request.',
    { status: 400 },
  ),
  MCP_SESSION_BUSY: define(
    'This session has {requests} requests in flight, which is the maximum. Wait for their responses.',
    { status: 429, retryable: true },
  ),
  MCP_STREAM_OPEN: define(
    'This session already has an open stream, and only one is allowed. Close it first.',
    { status: 409 },
  ),
  MCP_STREAMS_FULL: define(
    'The limit of open streams is reached, for this server or for your network. Close one, or try again in {seconds} s.',
    { status: 429, retryable: true },
  ),
  MCP_METHOD_UNKNOWN: define(
    'This server does not support this method. It offers tools: use tools/list and tools/call.',
    {
      status: 200,
    },
  ),
  MCP_TOOL_UNKNOWN: define('{name} is not a tool on this surface. Call tools/list to see its tools.', {
    status: 200,
  }),
  TOOL_UNKNOWN: define('"{name}" is not a tool of this service.', {
    status: 404,
    remedy: 'Call tools/list for the names of all tools.',
  }),
  MCP_PAGE_UNKNOWN: define(
    'cursor was not issued by tools/list. Pass the nextCursor of the previous page, or leave it out.',
    { status: 200 },
  ),
  MCP_TOOLSET_UNKNOWN: define<{ known: readonly string[] }>(
    ({ known }) => `X-Service-Toolsets must be a comma-separated list of ${known.join(', ')}.`,
    { status: 400 },
  ),
  MCP_PROFILE_UNKNOWN: define<{ known: readonly string[] }>(
    ({ known }) => `X-Service-Profile must be a comma-separated list of ${known.join(', ')}.`,
    { status: 400 },
  ),
};
