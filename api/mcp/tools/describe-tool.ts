import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { toolDescription } from '../../../schemas/mcp/answers.ts';
import { flag, idLike } from '../../../schemas/mcp/arguments.ts';
import { fullDescription } from '../catalogue/describe.ts';
import { defineTool, INDEX_READ, type Tool } from '../catalogue/tool.ts';

/** @param tools the catalogue, once it is declared */
export function describeToolOf(tools: () => readonly Tool[]): Tool {
  return defineTool({
    name: 'describe_tool',
    title: 'Everything about one tool',
    description:
      'Everything about one tool of the catalogue: its whole description, scope, and arguments with their formats and limits. With `answer`, also the schema of its answer.',
    toolset: 'discovery',
    narrow: ['plugin'],
    hints: INDEX_READ,
    failures: ['TOOL_UNKNOWN'],
    input: z.strictObject({
      name: idLike('the name of a tool', 'Name of the tool.'),
      answer: flag('Whether to add the schema of its answer, which can be long.').default(false),
    }),
    output: toolDescription,
    answer: async (_context, { name, answer }) => {
      const tool = tools().find((one) => one.name === name);
      if (tool === undefined) throw new LaunchlensError('TOOL_UNKNOWN', { name });
      const { output_schema, ...description } = fullDescription(tool);
      return { ...description, ...(answer && { output_schema }) };
    },
    textOf: ({ name, description, scope, input_schema }) =>
      `${name} (scope ${scope}): ${description} Its arguments: ${JSON.stringify(input_schema.properties ?? {})}`,
  });
}
