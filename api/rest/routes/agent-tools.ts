import { z } from 'zod';
import { toolArguments } from '../../../schemas/rest/agent-tools.ts';
import { defineRoute, type Route } from '../route.ts';

const LONGEST_NAME = 64;
const NAME = { error: `the name of a tool, of at most ${LONGEST_NAME} characters` };
const toolName = z.string(NAME).max(LONGEST_NAME, NAME);

export const AGENT_TOOL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/agent/tools/{name}/',
    operationId: 'callTool',
    tag: 'Agent tools',
    summary: 'Call a tool',
    description:
      'Calls a tool of the MCP surface agent-v1 with the same checks, limits and idempotency keys, and answers its structured content. A tool that refuses or fails is answered as over MCP: status 200, with `isError`, `code`, `detail` and `remedy`. The tools are listed by MCP’s `tools/list` and in docs/tools.md.',
    pathParameters: {
      name: { description: 'Name of the tool.', documented: toolName, parse: toolName },
    },
    body: toolArguments,
    bodyExample: { launch_id: '7' },
    answer: 'ToolAnswer',
    example: { launch_id: '7', status: 'active', settlement: null },
    errors: {
      400: { description: 'The body is not a JSON object.', detail: 'The body must be a JSON object.' },
      401: {
        description: 'The credential is missing, malformed, revoked, rotated or expired.',
        detail:
          'This call needs a valid agent credential. Send the header Authorization: Bearer <pairing token or API key>. If you sent one, it is invalid, expired or revoked: pair again or rotate the key.',
      },
      404: {
        description: 'No tool has this name.',
        detail: '"launch_everything" is not a tool of this service.',
      },
      429: {
        description:
          'The credential has used up its rate, or too many requests came from one address; `Retry-After` says how long to wait.',
        detail: 'Too many requests from your network. Try again in 7 s.',
      },
    },
    handle: { tool: true },
  }),
];
