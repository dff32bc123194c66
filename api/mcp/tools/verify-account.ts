import { z } from 'zod';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { account, freshness } from '../../../schemas/mcp/arguments.ts';
import { verificationAnswer } from '../../../schemas/rest/proof.ts';
import { verifyAccount } from '../../actions/verify-account.ts';
import { OUTSIDE_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { slotRequest } from './freshness.ts';

const { min_slot, max_lag_slots } = freshness;

export const verifyAccountTool = defineTool({
  name: 'verify_account',
  title: 'Verify an account',
  description:
    'Reads one launch, pledge, escrow, vault or mint account from the chain now and compares it byte for byte with the index at the same slot. Use it where an answer has to be beyond doubt.',
  toolset: 'proof',
  hints: OUTSIDE_READ,
  input: z.strictObject({ pubkey: account, min_slot, max_lag_slots }),
  output: verificationAnswer,
  answer: async (context, { pubkey, ...question }) =>
    (await verifyAccount(context, { pubkey: parsePubkey(pubkey), ...slotRequest(question) })).body,
  inWords: ({ pubkey, kind, equal, slot, differences }) => {
    const verdict = equal
      ? 'is byte for byte the same on the chain and in the index'
      : `differs in ${differences.map(({ field }) => field).join(', ')}; where they disagree, the chain is right`;
    return `The ${kind} account ${pubkey} ${verdict} at slot ${slot}.`;
  },
});
