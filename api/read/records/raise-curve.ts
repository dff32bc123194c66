import { smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { MirrorRecords } from './records.ts';
import { slotTimes } from './slot-times.ts';

const STEPS = sqlFile(import.meta.url, 'raise-curve.sql');

export interface CurveQuestion {
  readonly launchId: bigint;
  /** Most points, at least 2. */
  readonly points: number;
}

export interface CurvePoint {
  readonly slot: bigint;
  /** Block time of the slot, Unix seconds; undefined if unknown. */
  readonly time: bigint | undefined;
  readonly totalPledged: bigint;
  readonly pledgerCount: number;
}

export interface CurveFacts {
  readonly steps: number;
  readonly points: readonly CurvePoint[];
}

const stepRow = rowOf({
  slot: ['step_slot', unsignedColumn],
  totalPledged: unsignedColumn,
  pledgerCount: smallColumn,
  steps: unsignedColumn,
});

/** Undefined if no such LaunchConfig exists at the slot. @throws ACCOUNT_UNREADABLE */
export async function raiseCurve(
  { stamp, ofLaunch }: MirrorRecords,
  question: CurveQuestion,
): Promise<CurveFacts | undefined> {
  stamp.unreadable?.requireLaunch(question.launchId);
  return ofLaunch(question.launchId, (ask) => curveOf(ask, question));
}

/** How the raise of a launch grew: its exact steps, thinned evenly to the requested number. */
export async function curveOf(ask: AskAt, { launchId, points }: CurveQuestion): Promise<CurveFacts> {
  const rows = await ask(STEPS, { launch_id: launchId, points }, stepRow);
  const times = await slotTimes(
    ask,
    rows.map(({ slot }) => slot),
  );
  return {
    steps: Number(rows[0]?.steps ?? 0n),
    points: rows.map(({ steps: _, ...row }) => ({ ...row, time: times.get(row.slot) })),
  };
}
