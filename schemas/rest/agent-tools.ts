import { z } from 'zod';

export const toolArguments = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Arguments of the tool; `describe_tool` returns their schema.' });

export const toolAnswer = z.record(z.string(), z.unknown()).meta({
  description:
    'What the tool answers as structured content over MCP. With `isError` if it refused or failed, and then `code`, `detail` and `remedy`.',
});
