import { basename } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { counted, noun } from '../../../core/kernel/counted.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { greater, holds, joined, lesser, type SlotRange, without } from '../../../core/rules/slot-ranges.ts';
import { type Gap, unsignedText } from '../../backfill/job.ts';
import { newestCheckpoint } from '../../model/checkpoint.ts';
import { readBlocks, readFlowsHeld, readHeld } from './held-ranges.ts';
import type { OpenedCaptures, Portion } from './portions.ts';

/** A range that cannot count as known: the index follows accounts there that the recording did not. */
export interface DoubtfulRange {
  readonly range: SlotRange;
  readonly accounts: number;
}

interface SummaryOptions extends CaptureJobOptions {
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

export interface CaptureJobOptions {
  readonly captures: OpenedCaptures;
  /** `writer` is the lane of the process that holds the index, if that is this one. */
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** This process holds the index: nobody else writes above the checkpoint. */
  readonly extendable: boolean;
  /** The requested slots. */
  readonly wanted: SlotRange;
  readonly clock: Clock;
  readonly logger: Logger;
}

const range = { from: unsignedText, to: unsignedText };

/** What a run does to the slots below the index's head; stored, so that a resumed run does the same. */
export const capturePlan = z.object({
  /** The index's newest slot and revision when the run began; undefined for an empty store. */
  checkpoint: z.object({ slot: unsignedText, revision: unsignedText }).optional(),
  /** Slots that the index lacks and a portion has. */
  fills: z.array(
    z.object({
      ...range,
      portion: z.int(),
      /** The first known slot above: answers there and above must not change. */
      next: unsignedText,
      /** The slot whose whole state must be written, if the slot before is unknown or the snapshot begins there. */
      opensAt: unsignedText.optional(),
    }),
  ),
  /** Slots with incomplete escrow activity. */
  flows: z.array(z.object({ ...range, portion: z.int() })),
});
export type CapturePlan = z.output<typeof capturePlan>;
export type Fill = CapturePlan['fills'][number];

export interface PlanOptions {
  readonly lane: OlapLane;
  readonly portions: readonly Portion[];
  /** The slots that are asked for. */
  readonly wanted: SlotRange;
}

/** How far above a gap blocks are searched: leaders skip four slots in a row. */
const NEAR_SLOTS = 512n;

/** Determines what the captures can add to the index. */
export async function planFills({ lane, portions, wanted }: PlanOptions): Promise<CapturePlan> {
  const checkpoint = await newestCheckpoint(lane);
  if (!checkpoint) return { fills: [], flows: [] };
  const { slot, revision } = checkpoint;
  const { held } = await readHeld(lane, checkpoint);
  const fills: Fill[] = [];
  const flows: CapturePlan['flows'] = [];
  let covered = held;
  let flowsHeld = await readFlowsHeld(lane, checkpoint);
  for (const [portion, { segment }] of portions.entries()) {
    const limits = { from: wanted.from, to: lesser(wanted.to, slot) };
    const known = await knownRange({ segment }, covered, { lane, revision });
    for (const piece of without(overlap(known, limits), covered)) {
      const next = held.find(({ from }) => from > piece.to)?.from;
      if (next === undefined) continue;
      const opensAt = openingOf(piece, segment.first, covered);
      fills.push({ ...piece, portion, next, ...(opensAt !== undefined && { opensAt }) });
      covered = joined([...covered, piece]);
    }
    const moved = overlap({ from: segment.first + 1n, to: segment.last }, limits);
    for (const piece of without(moved, flowsHeld)) {
      flows.push({ ...piece, portion });
      flowsHeld = joined([...flowsHeld, piece]);
    }
  }
  return { checkpoint: { slot, revision }, fills, flows };
}

/**
 * The slots that a segment covers, including skipped ones at its ends if the index has the block on the other
 * side: nothing happens in a slot without a block.
 */
async function knownRange(
  { segment: { first, last, opening } }: Pick<Portion, 'segment'>,
  covered: readonly SlotRange[],
  { lane, revision }: { readonly lane: OlapLane; readonly revision: bigint },
): Promise<SlotRange> {
  const { parentSlot } = opening.meta;
  const from = holds(covered, parentSlot) ? parentSlot + 1n : first;
  const above = covered.find((range) => range.to > last);
  const next = above && greater(above.from, last + 1n);
  if (next === undefined || next === last + 1n) return { from, to: last };
  const blocks = await readBlocks(lane, { from: next, to: next + NEAR_SLOTS }, revision);
  const [block] = blocks.values();
  return { from, to: block?.parent === last ? next - 1n : last };
}

/**
 * Right above a known slot the index's state continues, and each slot's writes are enough. For the snapshot's
 * slot no writes are known, only the state after it.
 */
function openingOf(
  { from, to }: SlotRange,
  first: bigint,
  covered: readonly SlotRange[],
): bigint | undefined {
  if (from <= first && first <= to) return first;
  return holds(covered, from - 1n) ? undefined : from;
}

function overlap(a: SlotRange, b: SlotRange): SlotRange {
  return { from: greater(a.from, b.from), to: lesser(a.to, b.to) };
}
