import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import {
  cursor,
  freshness,
  launchId,
  limit,
  minAmount,
  pledgeOrder,
} from '../../../schemas/mcp/arguments.ts';
import { pledgeListAnswer } from '../../../schemas/rest/answers.ts';
import { listPledges } from '../../actions/list-pledges.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { pageInWords } from '../words/page.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const listPledgesTool = defineTool({
  name: 'list_pledges',
  title: 'List pledges',
  description:
    'The pledges of one launch, page by page; `order_by: amount_desc` gives its top pledgers. Follow `next_cursor`: all pages of one listing show the slot of the first.',
  toolset: 'launches',
  hints: INDEX_READ,
  input: z.strictObject({
    launch_id: launchId,
    order_by: pledgeOrder,
    min_amount: minAmount,
    limit,
    cursor,
    ...freshness,
  }),
  output: pledgeListAnswer,
  answer: async (context, { launch_id, order_by, min_amount, limit, cursor, ...question }) => {
    const listing = { launchId: launch_id, orderBy: order_by, minAmount: min_amount, limit, cursor };
    return (await listPledges(context, { ...listing, ...slotRequest(question) })).body;
  },
  inWords: ({ source, launch_id, next_cursor, results }) =>
    `Pledges of launch ${launch_id} ${atSlot(source)}; ${pageInWords(counted(results.length, 'pledge'), next_cursor)}`,
});
