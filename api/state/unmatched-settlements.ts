import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import {
  count,
  insertion,
  integerColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../core/oltp/statements.ts';

/** A transfer out of the treasury that settles no open request. Amounts are base units, times Unix milliseconds. */
const unmatched = record({
  signature: z.string(),
  /** The transfer's position in its transaction. */
  ordinal: smallColumn,
  slot: integerColumn,
  destination: z.string(),
  mint: z.string(),
  amount: integerColumn,
  memo: z.string().nullable(),
  /** The request that the memo names, if it exists. */
  requestId: integerColumn.nullable(),
  reason: z.string(),
  foundAt: timestampColumn,
});

export type UnmatchedSettlement = z.output<typeof unmatched.row>;

const LIST = `SELECT ${unmatched.columns} FROM unmatched_settlements ORDER BY slot DESC, signature, ordinal LIMIT $1`;

export function createUnmatchedSettlements(oltp: Oltp) {
  return {
    /** Stores one; false if it is already stored. */
    save: async (found: UnmatchedSettlement) => {
      const { signature, ordinal, slot, destination, mint, amount, memo, requestId, reason, foundAt } = found;
      const about = { signature, ordinal, slot, destination, mint, amount, memo, requestId, reason };
      const fields = { ...about, foundAt };
      return (await oltp.run(...insertion('unmatched_settlements', fields, 'ON CONFLICT DO NOTHING'))) === 1;
    },
    /** Newest slot first. */
    list: (limit: number) => oltp.query(LIST, [limit], unmatched.row),
    count: () => count(oltp, 'SELECT count(*) FROM unmatched_settlements', []),
  };
}
