import type { Commitment } from '../../../fixtures/localnet/chain/blocks.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';

/** The same chain by a node that is so many slots behind. */
export function laggingView(chain: Chain, behind: bigint): Chain {
  const headAt = (commitment: Commitment): bigint => {
    const late = chain.headAt(commitment) - behind;
    return chain.blocks.upTo(late)?.slot ?? chain.firstSlot;
  };
  return new Proxy(chain, {
    get: (target, name) => {
      if (name === 'headAt') return headAt;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
