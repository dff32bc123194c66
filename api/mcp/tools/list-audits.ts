import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { cursor, freshness, limit } from '../../../schemas/mcp/arguments.ts';
import { auditListAnswer } from '../../../schemas/rest/proof.ts';
import { audits } from '../../actions/audits.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { pageInWords } from '../words/page.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const listAudits = defineTool({
  name: 'list_audits',
  title: 'List audits',
  description:
    'Comparisons of the index with the chain, greatest slot first: how many accounts were compared byte for byte, the verdict, and the digests of both sides.',
  toolset: 'proof',
  hints: INDEX_READ,
  input: z.strictObject({ limit, cursor, ...freshness }),
  output: auditListAnswer,
  answer: async (context, { limit, cursor, ...question }) =>
    (await audits(context, { limit, cursor, ...slotRequest(question) })).body,
  inWords: ({ source, next_cursor, results }) => {
    const [newest] = results;
    const said =
      newest === undefined
        ? ''
        : ` The first of them, at slot ${newest.slot}, compared ${counted(newest.accounts, 'account')}: ${newest.verdict}.`;
    return `Audits ${atSlot(source)}; ${pageInWords(counted(results.length, 'audit'), next_cursor)}${said}`;
  },
});
