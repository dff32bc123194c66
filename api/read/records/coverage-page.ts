import { z } from 'zod';
import { timestampColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { COVERAGE_STATES } from '../../../schemas/rest/proof.ts';
import { type Coverage, coverageOf } from '../coverage.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'coverage-ranges.sql');

/** The position of a range in a list. */
export interface CoveragePosition {
  readonly from: bigint;
  readonly revision: bigint;
}

export interface CoverageQuestion {
  /** Only ranges that come after this one, newest first. */
  readonly after?: CoveragePosition | undefined;
  readonly limit: number;
}

const rangeRow = rowOf({
  from: ['from_slot', unsignedColumn],
  to: ['last_slot', unsignedColumn],
  state: z.enum(COVERAGE_STATES),
  origin: ['source', z.string()],
  cause: z.string(),
  revision: unsignedColumn,
  /** Milliseconds since the Unix epoch. */
  at: timestampColumn,
}).transform((row) => ({ ...row, recordedAt: row.at }));

/** Slots that became known, or were lost, in one way. */
export type RecordedRange = z.output<typeof rangeRow>;

export interface CoveragePage {
  readonly coverage: Coverage;
  readonly ranges: readonly RecordedRange[];
  readonly more: boolean;
}

/** One page of the ranges recorded up to the answer's slot, newest first. */
export async function coveragePage(ask: AskAt, { after, limit }: CoverageQuestion): Promise<CoveragePage> {
  const pieces = await ask(SQL, {}, rangeRow);
  const ranges = joined(pieces).toReversed();
  const rest = after === undefined ? ranges : ranges.filter((range) => compare(range, after) < 0);
  return { coverage: coverageOf(pieces), ranges: rest.slice(0, limit), more: rest.length > limit };
}

/** Rows in ascending order; adjacent equal ones are merged, with the revision of the first. */
function joined(pieces: readonly RecordedRange[]): RecordedRange[] {
  const ranges: RecordedRange[] = [];
  for (const piece of pieces.toSorted(compare)) {
    const last = ranges.at(-1);
    if (last !== undefined && adjoins(last, piece)) {
      ranges[ranges.length - 1] = { ...last, to: later(last.to, piece.to), recordedAt: piece.recordedAt };
    } else ranges.push(piece);
  }
  return ranges;
}

function adjoins(last: RecordedRange, next: RecordedRange): boolean {
  return (
    last.state === next.state &&
    last.origin === next.origin &&
    last.cause === next.cause &&
    next.from <= last.to + 1n
  );
}

function later(a: bigint, b: bigint): bigint {
  return b > a ? b : a;
}

function compare(a: CoveragePosition, b: CoveragePosition): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return a.revision < b.revision ? -1 : a.revision > b.revision ? 1 : 0;
}
