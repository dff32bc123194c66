import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { cursor, freshness, limit } from '../../../schemas/mcp/arguments.ts';
import { coverageAnswer } from '../../../schemas/rest/proof.ts';
import { coverage } from '../../actions/coverage.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { pageInWords } from '../words/page.ts';
import { coverageInWords } from '../words/status.ts';
import { slotRequest } from './freshness.ts';

export const listCoverage = defineTool({
  name: 'list_coverage',
  title: 'List covered slots',
  description:
    'How each range of slots came to be known: streamed, by snapshot, lost or repaired, newest first, and which slots can be asked for with as_of_slot.',
  toolset: 'proof',
  hints: INDEX_READ,
  input: z.strictObject({ limit, cursor, ...freshness }),
  output: coverageAnswer,
  answer: async (context, { limit, cursor, ...question }) =>
    (await coverage(context, { limit, cursor, ...slotRequest(question) })).body,
  inWords: (answer) =>
    `${coverageInWords(answer)} ${pageInWords(counted(answer.results.length, 'range'), answer.next_cursor)}`,
});
