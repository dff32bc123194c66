import { pledgersOf, totalOf } from '../../../fixtures/localnet/scenarios/drafts.ts';
import { tourPlays } from '../../../fixtures/localnet/scenarios/tour-plays.ts';
import { type LocalnetWallet, localnetWallet } from '../../support/localnet-wallet.ts';

/** Launches of the tour by how they end. */
export const [SUCCEEDED, FAILED, OPEN] = ['2', '3', '4'] as const;

function playOf(launchId: string) {
  const play = tourPlays('1').find((each) => each.launchId === BigInt(launchId));
  if (play === undefined) throw new Error(`the tour has no launch ${launchId}`);
  const { pledges, maxPledgePerWallet: cap = 0n } = play;
  const pledgedBy = (wallet: number) => totalOf(pledges.filter((pledge) => pledge.wallet === wallet));
  return { ...play, within: pledgersOf(pledges).filter((wallet) => pledgedBy(wallet) <= cap) };
}

/**
 * Wallets that pledge to a launch of the tour and, in the tour, never take anything out of it: nothing races a test
 * that has one of them.
 */
export function forgetful(launchId: string, taking: 'claims' | 'refunds'): LocalnetWallet[] {
  const { within, [taking]: taken = [] } = playOf(launchId);
  const takes = new Set(taken.map(({ wallet }) => wallet));
  return within.filter((wallet) => !takes.has(wallet)).map((wallet) => localnetWallet(wallet));
}

/** A wallet that claims for the last time before everything is unlocked, so that some of it is always left. */
export function leavesTokens(launchId: string): LocalnetWallet {
  const { within, claims = [], ends, durationSeconds } = playOf(launchId);
  const late = new Set(claims.filter(({ at }) => at > ends + durationSeconds).map(({ wallet }) => wallet));
  const wallet = within.find((each) => claims.some((claim) => claim.wallet === each) && !late.has(each));
  if (wallet === undefined) throw new Error(`every pledger to launch ${launchId} claims everything`);
  return localnetWallet(wallet);
}
