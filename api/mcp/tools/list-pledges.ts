import { z } from 'zod';
import { cursor, freshness, launchId, limit } from '../../../schemas/mcp/arguments.ts';
import { pledgeListAnswer } from '../../../schemas/rest/answers.ts';
import { listPledges } from '../../actions/list-pledges.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';
import { pageInWords } from '../words/page.ts';
import { atSlot } from '../words/source.ts';
import { freshnessOf } from './freshness.ts';

export const listPledgesTool = defineTool({
  name: 'list_pledges',
  title: 'List pledges',
  description:
    "The pledges of one launch in the order of the pledgers' keys, page by page. Follow `next_cursor`: all pages of one listing show the slot of the first.",
  hints: INDEX_READ,
  input: z.strictObject({ launch_id: launchId, limit, cursor, ...freshness }),
  output: pledgeListAnswer,
  answer: async (context, { launch_id, limit, cursor, ...question }) =>
    (await listPledges(context, { launchId: launch_id, limit, cursor, ...freshnessOf(question) })).body,
  inWords: ({ source, launch_id, next_cursor, results }) =>
    `Pledges of launch ${launch_id} ${atSlot(source)}; ${pageInWords('pledges', results.length, next_cursor)}`,
});
