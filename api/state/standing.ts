import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import { smallColumn, timestampColumn } from '../../core/oltp/statements.ts';

const PAYOUTS = 'SELECT status, count(*)::int AS count FROM payout_requests GROUP BY status';
const OLDEST = `SELECT min(created_at) AS at FROM payout_requests WHERE status = 'requested'`;
const INTENTS = `SELECT status, count(*)::int AS count FROM intents
  WHERE status IN ('proposed', 'approved', 'submitted') GROUP BY status`;
const countRow = z.object({ status: z.string(), count: smallColumn });
const oldestRow = z.object({ at: timestampColumn.nullable() });

const PAYOUT_STATES = ['requested', 'settled', 'failed'];
const OPEN_INTENT_STATES = ['proposed', 'approved', 'submitted'];

/** How many requests and intents are in which state, over all owners. */
export interface Standing {
  readonly payouts: readonly (readonly [state: string, count: number])[];
  /** Unix milliseconds of the oldest open payout request. */
  readonly oldestPayoutAt: number | undefined;
  /** Those that are not closed. */
  readonly intents: readonly (readonly [state: string, count: number])[];
}

export async function readStanding(oltp: Pick<Oltp, 'query'>): Promise<Standing> {
  const counts = async (sql: string, states: readonly string[]) => {
    const found = new Map((await oltp.query(sql, [], countRow)).map((row) => [row.status, row.count]));
    return states.map((state) => [state, found.get(state) ?? 0] as const);
  };
  const [oldest] = await oltp.query(OLDEST, [], oldestRow);
  return {
    payouts: await counts(PAYOUTS, PAYOUT_STATES),
    oldestPayoutAt: oldest?.at ?? undefined,
    intents: await counts(INTENTS, OPEN_INTENT_STATES),
  };
}
