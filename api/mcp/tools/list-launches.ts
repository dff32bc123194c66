import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { cursor, freshness, launchOrder, limit, status } from '../../../schemas/mcp/arguments.ts';
import { launchListAnswer } from '../../../schemas/rest/answers.ts';
import { listLaunches } from '../../actions/list-launches.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { launchInWords } from '../words/launch.ts';
import { pageInWords } from '../words/page.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const listLaunchesTool = defineTool({
  name: 'list_launches',
  title: 'List launches',
  description:
    'Every indexed launch, page by page, newest first unless `order_by` says otherwise. Follow `next_cursor`: all pages of one listing show the slot of the first.',
  toolset: 'launches',
  hints: INDEX_READ,
  input: z.strictObject({ status, order_by: launchOrder, limit, cursor, ...freshness }),
  output: launchListAnswer,
  answer: async (context, { status, order_by, limit, cursor, ...question }) => {
    const listing = { status, orderBy: order_by, limit, cursor };
    return (await listLaunches(context, { ...listing, ...slotRequest(question) })).body;
  },
  inWords: ({ source, count, next_cursor, results }) => {
    const page = pageInWords(counted(results.length, 'launch', 'launches'), next_cursor);
    return [
      `${counted(count, 'launch matches', 'launches match')} ${atSlot(source)}; ${page}`,
      ...results.map(launchInWords),
    ].join('\n');
  },
});
