import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { askAt } from '../history/query.ts';
import type { LaunchState } from '../model.ts';
import { mintDecimals, mintsOf } from '../records/mint-decimals.ts';
import type { Changes, LatestState } from './state.ts';

interface MintsOptions {
  readonly state: LatestState;
  readonly launches: readonly LaunchState[];
  readonly checkpoint: Checkpoint;
  readonly signal: AbortSignal;
}

/** The decimals of the launches' mints that the state lacks. They never change, so they are read once. */
export async function readDecimals(
  lane: OlapLane,
  { state, launches, checkpoint, signal }: MintsOptions,
): Promise<Pick<Changes, 'decimals'>> {
  const unknown = mintsOf(launches).filter((mint) => state.decimalsOf(mint) === undefined);
  const ask = askAt(lane, { slot: checkpoint.slot, checkpoint }, signal);
  return { decimals: await mintDecimals(ask, unknown) };
}
