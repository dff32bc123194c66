import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import {
  bytesColumn,
  first,
  insertion,
  jsonColumn,
  lockName,
  record,
  sweep,
  timestampColumn,
} from '../../core/oltp/statements.ts';
import { backtestFigures } from '../../schemas/mcp/backtests.ts';
import { NEWEST_FIRST } from './owner-pages.ts';

/** The most backtests of one owner: the oldest one makes room. */
export const MOST_BACKTESTS = 20;

const stored = record({
  id: z.string(),
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  figures: jsonColumn(backtestFigures),
  reportSha256: z.string(),
});
export type StoredBacktest = z.output<typeof stored.row>;

const contents = record({ report: bytesColumn, bars: bytesColumn });

export interface NewBacktest extends StoredBacktest {
  readonly owner: string;
  readonly credentialId: string;
  /** Compressed. */
  readonly report: Uint8Array;
  readonly bars: Uint8Array;
}

const MINE = 'WHERE owner = $1 AND id = $2 AND expires_at > $3';
const FIND = `SELECT ${stored.columns} FROM backtests ${MINE}`;
const CONTENTS = `SELECT ${contents.columns} FROM backtests ${MINE}`;
const LIST = `SELECT ${stored.columns} FROM backtests WHERE owner = $1 AND expires_at > $2 ${NEWEST_FIRST} LIMIT $3`;
const TRIM = `DELETE FROM backtests WHERE owner = $1 AND id NOT IN (
  SELECT id FROM backtests WHERE owner = $1 ${NEWEST_FIRST} LIMIT ${MOST_BACKTESTS})`;

export type Backtests = ReturnType<typeof createBacktests>;

/** Results of backtests. An expired one, and another owner's, counts as missing. */
export function createBacktests(oltp: Oltp) {
  const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
  return {
    add: ({ figures, ...fields }: NewBacktest): Promise<void> =>
      oltp.transaction(async (queries) => {
        await lockName(queries, `backtests of ${fields.owner}`);
        await sweep(queries, { table: 'backtests', key: 'id' }, fields.createdAt);
        await queries.run(...insertion('backtests', { ...fields, figures: JSON.stringify(figures) }));
        await queries.run(TRIM, [fields.owner]);
      }),
    find: (owner: string, id: string, now: number) =>
      first(oltp, FIND, [owner, id, new Date(now)], stored.row),
    /** The report and the bars, compressed. */
    contents: async (owner: string, id: string, now: number) => {
      const found = await first(oltp, CONTENTS, [owner, id, new Date(now)], contents.row);
      return found && { report: bytesOf(found.report), bars: bytesOf(found.bars) };
    },
    /** Newest first. */
    list: (owner: string, now: number, limit: number) =>
      oltp.query(LIST, [owner, new Date(now), limit], stored.row),
  };
}
