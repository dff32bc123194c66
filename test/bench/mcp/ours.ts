import { fastify } from 'fastify';
import { z } from 'zod';
import type { MirrorContext } from '../../../api/actions/context.ts';
import { defineTool, INDEX_READ, type Tool } from '../../../api/mcp/catalogue/tool.ts';
import { serveMcp } from '../../../api/mcp/serve.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { answerOf, describe, nameOf, TOOL_COUNT, toolShapes } from './contenders.ts';

/** The product's own surface over the catalogue of the benchmark. */
export async function serveOurs(): Promise<number> {
  const app = fastify();
  const tools = Array.from({ length: TOOL_COUNT }, (_, number) => toolOf(nameOf(number)));
  serveMcp(app, {
    surfaces: [{ path: '/mcp', instructions: 'A benchmark.', tools }],
    context: {} as MirrorContext,
    logger: createLogger('silent'),
    clock: systemClock,
    metrics: { request: () => {}, limited: () => {}, toolCall: () => {} },
  });
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

function toolOf(name: string): Tool {
  const { input, output } = toolShapes();
  return defineTool({
    name,
    title: name,
    description: describe(name),
    toolset: 'launches',
    hints: INDEX_READ,
    input: z.strictObject(input),
    output: z.strictObject(output),
    answer: async (_context, { launch_id }) => answerOf(launch_id),
    textOf: ({ slot }) => `At slot ${slot}.`,
  });
}
