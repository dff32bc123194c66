import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Address } from '../../../fixtures/localnet/keys/address.ts';
import { hex, movedTokens } from './naive-flows.ts';

/** What a treasury paid as the chain itself has it; keys and the signature as hex. */
export interface NaiveTransfer {
  readonly slot: bigint;
  readonly signature: string;
  readonly ordinal: number;
  readonly account: string;
  readonly wallet: string;
  readonly mint: string;
  readonly amount: bigint;
  readonly blockTime: bigint;
}

/** What left the treasury up to `last`, of transactions with two token accounts, which the local chain's payments are. */
export function naiveTransfers(chain: Chain, treasury: Address, last: bigint): NaiveTransfer[] {
  return chain.blocks.all
    .flatMap(({ block }) => block.transactions)
    .filter(({ slot }) => slot <= last)
    .flatMap((transaction) => {
      const moved = movedTokens(transaction);
      const paid = moved.find(({ address, grown }) => address === treasury && grown < 0n);
      if (!paid) return [];
      const to = moved.find(({ address }) => address !== treasury);
      if (moved.length !== 2 || to?.grown !== -paid.grown) throw new Error('not a plain transfer');
      return {
        slot: transaction.slot,
        signature: hex(transaction.signature),
        ordinal: 0,
        account: hex(to.address),
        wallet: hex(to.owner),
        mint: hex(paid.mint),
        amount: to.grown,
        blockTime: transaction.blockTime,
      };
    });
}
