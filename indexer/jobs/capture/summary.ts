import { basename } from 'node:path';
import { counted, noun } from '../../../core/kernel/counted.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Gap } from '../../backfill/outcome.ts';
import { newestCheckpoint } from '../../write/resume/progress.ts';
import { readHeld } from './held-ranges.ts';
import type { CaptureJobOptions, CapturePlan } from './plan.ts';
import type { OpenedCaptures } from './portions.ts';
import { greater, joined, lesser, type SlotRange, without } from './slot-ranges.ts';

/** A range that cannot count as known: the index follows accounts there that the recording did not. */
export interface DoubtfulRange {
  readonly range: SlotRange;
  readonly accounts: number;
}

export interface SummaryOptions extends CaptureJobOptions {
  readonly lane: OlapLane;
  readonly plan: CapturePlan;
  /** The number of accounts with uncertain states. */
  readonly unwatched: readonly DoubtfulRange[];
  /** The number of escrows with uncertain movements. */
  readonly unfollowed: readonly DoubtfulRange[];
}

/** What the captures should have loaded and did not. */
export async function findGaps(options: SummaryOptions): Promise<Gap[]> {
  const { captures, unwatched, unfollowed, plan, lane, extendable, wanted } = options;
  const { first, last } = extent(captures);
  const gaps: Gap[] = captures.truncated.map(({ file, segments }) => ({
    of: basename(file),
    fromSlot: (segments.at(-1)?.last ?? 0n) + 1n,
    cause: 'the file is cut off',
  }));
  for (const { range, accounts } of unwatched) {
    const cause = `${counted(accounts, 'account')} of launches that had ended ${noun(accounts, 'was', 'were')} not recorded`;
    gaps.push({ of: 'the recording', fromSlot: range.from, toSlot: range.to, cause });
  }
  for (const { range, accounts } of unfollowed) {
    const cause = `${counted(accounts, 'escrow')} of launches that had ended ${noun(accounts, 'was', 'were')} not recorded: backfill history reads them`;
    gaps.push({ of: 'the movements', fromSlot: range.from, toSlot: range.to, cause });
  }
  const checkpoint = await newestCheckpoint(lane);
  if (!checkpoint) return gaps;
  const { held } = await readHeld(lane, checkpoint);
  const top = lesser(lesser(last, wanted.to), checkpoint.slot);
  const bottom = greater(first, wanted.from);
  for (const { from, to } of without({ from: bottom, to: top }, [...held, ...joined(plan.fills)])) {
    gaps.push({ of: 'the captures', fromSlot: from, toSlot: to, cause: 'no segment holds these slots' });
  }
  const above = lesser(last, wanted.to);
  if (!extendable && above > checkpoint.slot) {
    const cause = 'above the checkpoint, left to the indexer that is running';
    gaps.push({ of: 'the index', fromSlot: checkpoint.slot + 1n, toSlot: above, cause });
  }
  return gaps;
}

/** The first and the last slot of all segments. */
export function extent({ portions }: OpenedCaptures): { first: bigint; last: bigint } {
  const [lowest] = portions;
  return {
    first: lowest?.segment.first ?? 0n,
    last: portions.reduce((slot, { segment }) => greater(slot, segment.last), -1n),
  };
}
