import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { pageOfPositions } from '../lists.ts';
import type { LaunchFacts, LaunchState } from '../model.ts';
import type { PositionFacts, PositionPage, PositionsQuestion } from '../questions.ts';
import type { AccountState } from './earlier-state.ts';
import { balance, type LaunchEntry } from './launch-entry.ts';

/** The launches in which a wallet has a Pledge, newest first: one lookup per launch. Undefined if one is cold. */
export function positionsOf(
  state: AccountState,
  { wallet, after, limit }: PositionsQuestion,
): PositionPage | undefined {
  const key = pubkeyBytes(wallet);
  const all: PositionFacts[] = [];
  for (const launch of state.launches) {
    const entry = state.entry(launch.launchId);
    if (entry && !entry.pledges) return undefined;
    const pledge = entry?.pledges?.find(key);
    if (entry === undefined || pledge === undefined) continue;
    all.push({ ...launchFacts(state, launch, entry), pledge });
  }
  return pageOfPositions(all, { after, limit });
}

export function launchFacts(state: AccountState, launch: LaunchState, entry: LaunchEntry): LaunchFacts {
  return {
    launch,
    escrowBalance: balance(entry, 'escrow'),
    vaultBalance: balance(entry, 'vault'),
    launchMintDecimals: state.decimalsOf(launch.launchMint),
    pledgeMintDecimals: state.decimalsOf(launch.pledgeMint),
  };
}
