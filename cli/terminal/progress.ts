import type { RunningIndexer } from '../../indexer/main.ts';
import type { Progress } from './status-line.ts';

export function progressOf({ stats, audits }: Pick<RunningIndexer, 'stats' | 'audits'>): Progress {
  const { state, lastIndexedSlot, chainSlot, launches, pledgeVersions } = stats;
  return {
    state,
    slot: lastIndexedSlot,
    verifiedSlot: audits.stats.verifiedSlot,
    lagSlots: lag(chainSlot, lastIndexedSlot),
    launches,
    pledgeVersions,
  };
}

function lag(chain: bigint | undefined, indexed: bigint | undefined): bigint | undefined {
  if (chain === undefined || indexed === undefined) return undefined;
  return chain > indexed ? chain - indexed : 0n;
}
