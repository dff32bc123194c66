import { chainAccount, followedAt } from './chain-state.ts';
import type { LiveChain } from './live-chain.ts';

/** Of the accounts of a kind, the nth one by how long it has stood still; its address in hex. */
export function stillAccount({ chain, confirmed }: LiveChain, kind: string, nth = 0): string {
  const changed = (address: string): bigint => chainAccount(chain, address, confirmed)?.slot ?? 0n;
  const accounts = [...followedAt(chain, confirmed)]
    .filter(([, found]) => found === kind)
    .map(([address]) => ({ address, at: changed(address) }))
    .sort((a, b) => Number(a.at - b.at));
  const account = accounts[nth];
  if (!account) throw new Error(`the chain has no ${kind} number ${nth}`);
  return account.address;
}
