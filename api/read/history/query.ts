import type { ZodType } from 'zod';
import type { OlapLane, SqlParameters } from '../../../core/olap/port.ts';
import type { Stamp } from '../model.ts';

/** Runs one bounded query: its SQL names `slot` and `revision`, which come from the stamp of the answer. */
export type AskAt = <Row>(sql: string, parameters: SqlParameters, row: ZodType<Row>) => Promise<Row[]>;

export function askAt(
  lane: OlapLane,
  stamp: Pick<Stamp, 'slot' | 'checkpoint'>,
  signal?: AbortSignal,
): AskAt {
  const bound = { slot: stamp.slot, revision: stamp.checkpoint.revision };
  return (sql, parameters, row) => lane.query({ sql, parameters: { ...parameters, ...bound }, signal }, row);
}
