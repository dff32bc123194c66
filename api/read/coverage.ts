import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type OlapLane, timestampColumn, unsignedColumn } from '../../core/olap/port.ts';
import { type SlotRange, without } from '../../core/rules/slot-ranges.ts';
import { COVERAGE_STATES } from '../../schemas/rest/proof.ts';
import type { Checkpoint } from './checkpoint.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'coverage.sql');

const coverageRow = rowOf({
  from: ['from_slot', unsignedColumn],
  to: ['to_slot', unsignedColumn],
  state: z.enum(COVERAGE_STATES),
  revision: unsignedColumn,
  /** When it was recorded, in milliseconds since the Unix epoch. */
  at: timestampColumn,
});

export type CoverageRow = z.output<typeof coverageRow>;

/** Which slots the index can answer for, besides the checkpoint's own. */
export interface Coverage {
  /** The first slot whose state is known; undefined if no range was recorded. */
  readonly first: bigint | undefined;
  /** Ranges whose state is unknown, ascending, not overlapping. */
  readonly lost: readonly SlotRange[];
}

export async function readCoverage(
  lane: OlapLane,
  { revision }: Checkpoint,
  signal?: AbortSignal,
): Promise<Coverage> {
  const statement = { sql: SQL, parameters: { revision }, signal };
  return coverageOf(await lane.query(statement, coverageRow));
}

/**
 * The last recorded row counts: a lost range becomes known when a snapshot or a repair proves it later. Time decides,
 * since a backfill writes revision 0. Below the first slot that was followed live, only repairs are known.
 */
export function coverageOf(rows: readonly CoverageRow[]): Coverage {
  let lost: SlotRange[] = [];
  for (const row of [...rows].sort((a, b) => a.at - b.at || compare(a.revision, b.revision))) {
    if (row.state === 'lost') lost = [...outside(lost, row), { from: row.from, to: row.to }];
    else if (row.state !== 'streamed') lost = outside(lost, row);
  }
  const first = leastFrom(rows.filter(({ state }) => state !== 'lost'));
  for (const gap of unrepaired(rows)) lost = [...outside(lost, gap), gap];
  return { first, lost: lost.sort((a, b) => compare(a.from, b.from)) };
}

/** The slots between repairs, and between the last of them and the first slot that was followed live. */
function unrepaired(rows: readonly CoverageRow[]): SlotRange[] {
  const repaired = rows.filter(({ state }) => state === 'repaired');
  const from = leastFrom(repaired);
  const live = leastFrom(rows.filter(({ state }) => state === 'streamed' || state === 'snapshot'));
  if (from === undefined || live === undefined || live <= from) return [];
  let gaps: SlotRange[] = [{ from, to: live - 1n }];
  for (const range of repaired) gaps = outside(gaps, range);
  return gaps;
}

function leastFrom(ranges: readonly SlotRange[]): bigint | undefined {
  let least: bigint | undefined;
  for (const { from } of ranges) if (least === undefined || from < least) least = from;
  return least;
}

/** Whether the state at a slot, up to the newest one, is known. */
export function isHeld(slot: bigint, newest: bigint, { first = newest, lost }: Coverage): boolean {
  if (slot === newest) return true;
  return slot >= first && slot < newest && !lost.some(({ from, to }) => from <= slot && slot <= to);
}

/** @throws SLOT_AHEAD, SLOT_NOT_HELD */
export function requireHeld(slot: bigint, newest: bigint, coverage: Coverage): void {
  const { first = newest, lost } = coverage;
  if (slot > newest) throw new LaunchlensError('SLOT_AHEAD', { slot, lastIndexedSlot: newest });
  if (isHeld(slot, newest, coverage)) return;
  throw new LaunchlensError('SLOT_NOT_HELD', {
    slot,
    before: slot < first ? undefined : heldBelow(slot, first, lost),
    after: heldFrom(slot < first ? first : slot, newest, lost),
  });
}

function heldFrom(slot: bigint, newest: bigint, lost: readonly SlotRange[]): bigint {
  let held = slot;
  for (const { from, to } of lost) if (from <= held && held <= to) held = to + 1n;
  return held < newest ? held : newest;
}

function heldBelow(slot: bigint, first: bigint, lost: readonly SlotRange[]): bigint | undefined {
  let held = slot;
  for (const { from, to } of lost.toReversed()) if (from <= held && held <= to) held = from - 1n;
  return held >= first ? held : undefined;
}

function outside(ranges: readonly SlotRange[], cut: SlotRange): SlotRange[] {
  return ranges.flatMap((range) => without(range, [cut]));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
