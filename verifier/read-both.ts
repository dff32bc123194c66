import type { LaunchKey } from './accounts/escrow-accounts.ts';
import type { Chain } from './chain/queries.ts';
import { type LaunchState, readLaunch } from './chain/read-launch.ts';
import type { Options } from './cli/options.ts';
import { VerifierFailure } from './failure.ts';
import { type MirrorClaim, readMirror } from './mirror/read.ts';

export interface BothSides {
  readonly state: LaunchState;
  /** Undefined without `--api`. */
  readonly claim: MirrorClaim | undefined;
}

type BothOptions = Pick<Options, 'api' | 'launchId' | 'wallet' | 'timeoutMs'>;

/**
 * The chain, and the mirror at the chain's slot. If the mirror does not have that slot, because it started later or lost
 * it, the chain is read again from the mirror's newest slot on.
 */
export async function readBoth(chain: Chain, key: LaunchKey, options: BothOptions): Promise<BothSides> {
  const { api, launchId, wallet, timeoutMs } = options;
  const state = await readLaunch(chain, key);
  if (api === undefined) return { state, claim: undefined };
  const mirrorAt = (slot: number) => readMirror({ api, launchId, wallet, slot, timeoutMs });
  const claim = await mirrorAt(state.slot);
  if (claim.instead === undefined) return { state, claim };
  const later = await laterState(chain, key, claim.instead);
  return later ? { state: later, claim: await mirrorAt(later.slot) } : { state, claim };
}

/** A mirror may claim any slot, so a chain that does not get there fails only the mirror's checks. */
async function laterState(chain: Chain, key: LaunchKey, from: number): Promise<LaunchState | undefined> {
  try {
    return await readLaunch(chain, key, from);
  } catch (error) {
    if (error instanceof VerifierFailure) return undefined;
    throw error;
  }
}
