import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { Checkpoint } from './model.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'coverage.sql');

/** Slots from `from` to `to`, both included. */
export interface SlotRange {
  readonly from: bigint;
  readonly to: bigint;
}

export interface CoverageRow extends SlotRange {
  readonly state: 'streamed' | 'snapshot' | 'lost' | 'repaired';
  readonly revision: bigint;
}

/** Which slots the index can answer for, besides the checkpoint's own. */
export interface Coverage {
  /** The first slot whose state is known; undefined when no range was recorded. */
  readonly first: bigint | undefined;
  /** Ranges whose state is unknown, ascending, not overlapping. */
  readonly lost: readonly SlotRange[];
}

const coverageRow = z
  .object({
    from_slot: unsignedColumn,
    to_slot: unsignedColumn,
    state: z.enum(['streamed', 'snapshot', 'lost', 'repaired']),
    revision: unsignedColumn,
  })
  .transform(({ from_slot, to_slot, ...row }): CoverageRow => ({ from: from_slot, to: to_slot, ...row }));

export async function readCoverage(
  lane: OlapLane,
  { revision }: Checkpoint,
  signal?: AbortSignal,
): Promise<Coverage> {
  const statement = { sql: SQL, parameters: { revision }, ...(signal && { signal }) };
  return coverageOf(await lane.query(statement, coverageRow));
}

/** A lost range ends where a snapshot or a repair of a later batch proved the state. */
export function coverageOf(rows: readonly CoverageRow[]): Coverage {
  let first: bigint | undefined;
  let lost: SlotRange[] = [];
  for (const row of [...rows].sort((a, b) => compare(a.revision, b.revision))) {
    if (row.state === 'lost') {
      lost = [...without(lost, row), { from: row.from, to: row.to }];
      continue;
    }
    if (first === undefined || row.from < first) first = row.from;
    if (row.state !== 'streamed') lost = without(lost, row);
  }
  return { first, lost: lost.sort((a, b) => compare(a.from, b.from)) };
}

/** @throws SLOT_AHEAD, SLOT_NOT_HELD */
export function requireHeld(slot: bigint, newest: bigint, { first = newest, lost }: Coverage): void {
  if (slot > newest) throw new LaunchlensError('SLOT_AHEAD', { slot, lastIndexedSlot: newest });
  if (slot === newest) return;
  const range = lost.find(({ from, to }) => from <= slot && slot <= to);
  if (slot >= first && range === undefined) return;
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

function without(ranges: readonly SlotRange[], cut: SlotRange): SlotRange[] {
  return ranges.flatMap(({ from, to }) => {
    if (cut.to < from || to < cut.from) return [{ from, to }];
    const left = from < cut.from ? [{ from, to: cut.from - 1n }] : [];
    const right = cut.to < to ? [{ from: cut.to + 1n, to }] : [];
    return [...left, ...right];
  });
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
