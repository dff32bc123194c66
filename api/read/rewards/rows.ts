import { z } from 'zod';
import { flagColumn, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { RewardFacts } from '../../../core/rules/rewards.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { rowOf } from '../row.ts';

const milliseconds = signedColumn.transform(Number);

export const groupRow = rowOf({
  program: z.enum(REWARD_PROGRAMS),
  paid: flagColumn,
  held: flagColumn,
  reviewed: flagColumn,
  count: ['records', unsignedColumn],
  pricedCount: ['priced', unsignedColumn],
  amount: ['total', unsignedColumn],
});

/** Aggregating a time over no row gives the epoch, which no event of the ledger has. */
export const factsRow = rowOf({
  recordId: unsignedColumn,
  program: ['record_program', z.enum(REWARD_PROGRAMS)],
  createdAt: ['created_ms', milliseconds],
  held: ['on_hold', flagColumn],
  releasedAt: ['released_ms', milliseconds.transform((at) => (at === 0 ? null : at))],
  settled: flagColumn,
  paidAt: ['paid_ms', milliseconds],
  txSignature: ['signature', z.string()],
  amount: unsignedColumn.nullable(),
}).transform(({ settled, paidAt: at, txSignature, ...facts }): Omit<RewardFacts, 'wallet'> => {
  return { ...facts, voided: false, paid: settled ? { at, txSignature } : undefined };
});

/** A payable record, and its amount in base units. */
export const claimableRow = rowOf({ recordId: unsignedColumn, amount: ['worth', unsignedColumn] });
