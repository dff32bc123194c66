import type { BuilderContext } from '../../../../api/actions/intents/builders/context.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { chainOf, mint, token } from '../../venues/chain-of.ts';

export const [PLEDGED, LAUNCHED] = [pubkeyOf('pledge mint'), pubkeyOf('launch mint')];
const HELD = 5_000_000n;

/** A chain on which a wallet holds five tokens of what is pledged. */
export const chainFor = (wallet: Pubkey) =>
  chainOf(
    new Map([
      [PLEDGED, mint(6)],
      [LAUNCHED, mint(2)],
      [associatedTokenAddress(wallet, PLEDGED), token({ mint: PLEDGED, owner: wallet, amount: HELD })],
    ]),
  );

/** A launch of which half of the allocation is unlocked, and one wallet's pledge of a quarter of the raise. */
export function buildingFor(wallet: Pubkey, status: 'active' | 'succeeded' | 'failed'): BuilderContext {
  const launch = {
    ...{ status, launchMint: LAUNCHED, pledgeMint: PLEDGED, maxRaise: 10_000_000n, maxPledgePerWallet: 0n },
    ...{ tokenAllocation: 1_000n, totalPledged: 4_000_000n, startTs: 0n, endTs: 1_000n },
    ...{ releaseStartTs: 0n, releaseCliffSeconds: 0, releaseDurationSeconds: 1_000 },
  };
  const pledge = { amount: 1_000_000n, tokensReleased: 0n, refunded: false };
  const view = { launch: () => ({ launch, pledge }) };
  const ask = async (_slot: unknown, question: (of: typeof view) => unknown) => ({
    ...{ stamp: { slot: 9n, now: 500n }, facts: question(view) },
  });
  // Only what the drafts read.
  return { chain: chainFor(wallet), mirror: { ask } } as unknown as BuilderContext;
}
