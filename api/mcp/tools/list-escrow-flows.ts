import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { cursor, freshness, launchId, limit } from '../../../schemas/mcp/arguments.ts';
import { flowListAnswer } from '../../../schemas/rest/flows.ts';
import { escrowFlows } from '../../actions/escrow-flows.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { pageInWords } from '../words/page.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const listEscrowFlows = defineTool({
  name: 'list_escrow_flows',
  title: 'List escrow movements',
  description:
    'Who moved how much in or out of the escrow of one launch, by transaction, oldest first. `complete_from_slot` says from where on every movement is listed; null means that the list may have holes.',
  toolset: 'launches',
  hints: INDEX_READ,
  input: z.strictObject({ launch_id: launchId, limit, cursor, ...freshness }),
  output: flowListAnswer,
  answer: async (context, { launch_id, limit, cursor, ...question }) =>
    (await escrowFlows(context, { launchId: launch_id, limit, cursor, ...slotRequest(question) })).body,
  inWords: ({ source, launch_id, complete_from_slot: from, next_cursor, results }) => {
    const whole = from === null ? 'the list may have holes' : `complete from slot ${from} on`;
    const page = pageInWords(counted(results.length, 'movement'), next_cursor);
    return `Escrow movements of launch ${launch_id} ${atSlot(source)}, ${whole}; ${page}`;
  },
});
