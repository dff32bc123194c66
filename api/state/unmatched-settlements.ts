import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../core/oltp/columns.ts';
import type { Oltp } from '../../core/oltp/port.ts';

/** A transfer out of the treasury that settles no open request. Amounts are base units, times Unix milliseconds. */
export interface UnmatchedSettlement {
  readonly signature: string;
  /** The transfer's position in its transaction. */
  readonly ordinal: number;
  readonly slot: bigint;
  readonly destination: string;
  readonly mint: string;
  readonly amount: bigint;
  readonly memo: string | undefined;
  /** The request that the memo names, if it exists. */
  readonly requestId: bigint | undefined;
  readonly reason: string;
  readonly foundAt: number;
}

export interface UnmatchedSettlements {
  /** Stores one; false if it is already stored. */
  save(settlement: UnmatchedSettlement): Promise<boolean>;
  /** Newest slot first. */
  list(limit: number): Promise<UnmatchedSettlement[]>;
  count(): Promise<number>;
}

const row = z
  .object({
    signature: z.string(),
    ordinal: smallColumn,
    slot: integerColumn,
    destination: z.string(),
    mint: z.string(),
    amount: integerColumn,
    memo: z.string().nullable(),
    request_id: integerColumn.nullable(),
    reason: z.string(),
    found_at: timestampColumn,
  })
  .transform(
    ({ memo, request_id, found_at, ...rest }): UnmatchedSettlement => ({
      ...rest,
      memo: memo ?? undefined,
      requestId: request_id ?? undefined,
      foundAt: found_at,
    }),
  );

const COLUMNS = 'signature, ordinal, slot, destination, mint, amount, memo, request_id, reason, found_at';
const SAVE = `INSERT INTO unmatched_settlements (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;
const LIST = `SELECT ${COLUMNS} FROM unmatched_settlements ORDER BY slot DESC, signature, ordinal LIMIT $1`;
const COUNT = 'SELECT count(*) AS n FROM unmatched_settlements';

export function createUnmatchedSettlements(oltp: Oltp): UnmatchedSettlements {
  return {
    save: async (found) => {
      const { signature, ordinal, slot, destination, mint, amount, reason } = found;
      const rest = [found.memo ?? null, found.requestId ?? null, reason, new Date(found.foundAt)];
      const values = [signature, ordinal, slot, destination, mint, amount, ...rest];
      return (await oltp.run(SAVE, values)) === 1;
    },
    list: (limit) => oltp.query(LIST, [limit], row),
    count: async () => (await oltp.query(COUNT, [], z.object({ n: smallColumn })))[0]?.n ?? 0,
  };
}
