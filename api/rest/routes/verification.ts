import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { maxLagSlotsParameter, minSlotParameter, pubkeyParameter } from '../../../schemas/rest/parameters.ts';
import { verificationExample } from '../../../schemas/rest/record-examples.ts';
import { verifyAccount } from '../../actions/verify-account.ts';
import { defineRoute } from '../route.ts';

export const verificationRoute = defineRoute({
  path: '/ilo/accounts/{pubkey}/verification/',
  operationId: 'verifyAccount',
  summary: 'One account, compared with the chain now',
  description:
    'Reads the account from a Solana node at this moment and compares it byte for byte with the index at the slot that the node answered at. The node’s answer is shown beside the index’s, so that anyone can ask another node.',
  pathParameters: { pubkey: pubkeyParameter },
  queryParameters: { min_slot: minSlotParameter, max_lag_slots: maxLagSlotsParameter },
  answer: 'VerificationAnswer',
  example: verificationExample,
  errors: [400, 404, 410, 412],
  fleeting: true,
  handle: (context, { pubkey, min_slot, max_lag_slots }) =>
    verifyAccount(context, { pubkey: parsePubkey(pubkey), minSlot: min_slot, maxLagSlots: max_lag_slots }),
});
