import { z } from 'zod';
import { flagColumn, signedColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { RewardGroup } from '../../../core/rules/reward-buckets.ts';
import type { RewardFacts } from '../../../core/rules/rewards.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';

const milliseconds = signedColumn.transform(Number);

export const groupRow = z
  .object({
    program: z.enum(REWARD_PROGRAMS),
    paid: flagColumn,
    held: flagColumn,
    reviewed: flagColumn,
    records: unsignedColumn,
    priced: unsignedColumn,
    total: unsignedColumn,
  })
  .transform(({ records, priced, total, ...group }): RewardGroup => {
    return { ...group, count: records, pricedCount: priced, amount: total };
  });

/** Aggregating a time over no row gives the epoch, which no event of the ledger has. */
export const factsRow = z
  .object({
    record_id: unsignedColumn,
    record_program: z.enum(REWARD_PROGRAMS),
    created_ms: milliseconds,
    on_hold: flagColumn,
    released_ms: milliseconds,
    settled: flagColumn,
    paid_ms: milliseconds,
    signature: z.string(),
    amount: unsignedColumn.nullable(),
  })
  .transform((row): Omit<RewardFacts, 'wallet'> => {
    const { paid_ms: at, signature: txSignature } = row;
    return {
      recordId: row.record_id,
      program: row.record_program,
      createdAt: row.created_ms,
      amount: row.amount ?? undefined,
      held: row.on_hold,
      releasedAt: row.released_ms === 0 ? undefined : row.released_ms,
      voided: false,
      paid: row.settled ? { at, txSignature } : undefined,
    };
  });

export const claimableRow = z
  .object({ record_id: unsignedColumn, worth: unsignedColumn })
  .transform(({ record_id: recordId, worth: amount }) => ({ recordId, amount }));
