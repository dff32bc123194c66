import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import { integerColumn } from '../../../core/oltp/statements.ts';
import { openTo } from '../../../core/rules/intents.ts';
import { DAY_MS } from '../../../core/rules/spending-limits.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';

/** Statuses of intents as an SQL list. */
export function statusList(statuses: readonly IntentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

/** Those that wait for the owner to sign. */
export const WAITING = statusList(openTo('submit'));

/** What agents' intents count against their owner's daily limits, by mint. What owners do themselves does not count. */
export type Spent = ReadonlyMap<string, bigint>;

const BY_AGENT = 'owner = $1 AND credential_id IS NOT NULL';

/**
 * What may still be signed, what may still land, and what has landed within a day. A hand-off's execution is invisible:
 * it counts as if it happened at its last moment. $2 is a day before $3, which is now.
 */
const SPENT = `SELECT mint, sum(amount) AS amount FROM intent_outflows WHERE intent_id IN (
    SELECT id FROM intents WHERE ${BY_AGENT} AND status IN (${WAITING}) AND expires_at > $2
      AND (expires_at > $3 OR (status = 'approved' AND builder IS NULL))
    UNION ALL
    SELECT id FROM intents WHERE ${BY_AGENT} AND status = 'submitted'
    UNION ALL
    SELECT id FROM intents WHERE ${BY_AGENT} AND status = 'confirmed' AND closed_at > $2
  ) GROUP BY mint`;

const spentRow = z.object({ mint: z.string(), amount: integerColumn });

/**
 * This way, outflows in any 24 hours stay within the limit that each intent was checked against: of those that land in
 * them, the last one created was checked against all the others. @param now Unix milliseconds
 */
export async function spentBy(queries: Queries, owner: string, now: number): Promise<Spent> {
  const rows = await queries.query(SPENT, [owner, new Date(now - DAY_MS), new Date(now)], spentRow);
  return new Map(rows.map(({ mint, amount }) => [mint, amount]));
}
