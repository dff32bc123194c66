import { fastify } from 'fastify';
import { z } from 'zod';
import type { Running } from '../../../../api/actions/backtests/context.ts';
import type { MirrorContext } from '../../../../api/actions/context.ts';
import { defineTool, INDEX_READ, type Tool } from '../../../../api/mcp/catalogue/tool.ts';
import { type McpOptions, serveMcp } from '../../../../api/mcp/serve.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { McpUnderTest } from './mcp-under-test.ts';

/** For tools that read nothing. */
export const NO_CONTEXT = {} as MirrorContext;

/** A tool of one text argument; `answer` says what it does with it. */
export function toolOf(
  name: string,
  answer: (text: string, running: Running) => Promise<string> | string,
): Tool {
  return defineTool({
    name,
    title: name,
    description: `The ${name} of the tests.`,
    toolset: 'launches',
    hints: INDEX_READ,
    input: z.strictObject({ text: z.string().default('') }),
    output: z.strictObject({ said: z.string() }),
    answer: async (_context, { text }, _caller, _prepared, running) => ({
      said: await answer(text, running),
    }),
    textOf: ({ said }) => said,
  });
}

export interface SurfaceUnderTest {
  readonly mcp: McpUnderTest;
  /** What was counted, as "<status> <route>". */
  readonly counted: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Surfaces of tools of the test's own on a real socket, with nothing behind them. */
export async function openSurface(
  tools: readonly Tool[],
  options: Partial<McpOptions> = {},
): Promise<SurfaceUnderTest> {
  const counted: string[] = [];
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  serveMcp(app, {
    surfaces: [
      { path: '/mcp', instructions: 'A test.', tools },
      { path: '/mcp/other', instructions: 'Another.', tools },
    ],
    context: NO_CONTEXT,
    logger: createLogger('silent'),
    clock: systemClock,
    metrics: {
      request: (route, status) => counted.push(`${status} ${route}`),
      limited: () => undefined,
      toolCall: () => undefined,
    },
    ...options,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { mcp: new McpUnderTest(`${url}/mcp`), counted, [Symbol.asyncDispose]: () => app.close() };
}
