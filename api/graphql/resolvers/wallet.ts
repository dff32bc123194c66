import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { walletPositions } from '../../actions/listings.ts';
import type { Scope } from '../request/scope.ts';
import { connectionOf, type PageArguments } from './connection.ts';
import { type WalletNode, walletPledgeNode } from './nodes.ts';
import { readFields } from './read.ts';

/** Everything below a wallet is read at the wallet's own slot. */
export const walletResolvers = {
  ...readFields('Wallet'),

  pledges: async ({ address, slot }: WalletNode, page: PageArguments, scope: Scope) => {
    const answer = await walletPositions(scope.context, {
      wallet: parsePubkey(address),
      limit: page.first,
      cursor: page.after ?? undefined,
      asOfSlot: slot,
    });
    const nodes = answer.body.results.map((position) => walletPledgeNode(position, answer.stamp, scope));
    return Object.assign(connectionOf(answer, nodes, { ...page, scope }), { totalCount: answer.body.count });
  },
};
