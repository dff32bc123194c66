import { z } from 'zod';
import { flagColumn, unsignedColumn } from '../../core/olap/columns.ts';
import { rowOf } from './row.ts';

export const TOKEN_ACCOUNT_ROLES = ['escrow', 'vault'] as const;
export type TokenAccountRole = (typeof TOKEN_ACCOUNT_ROLES)[number];

export const tokenAccountRow = rowOf({
  launchId: unsignedColumn,
  role: z.enum(TOKEN_ACCOUNT_ROLES),
  amount: unsignedColumn,
  slot: unsignedColumn,
  closed: flagColumn,
});

/** One version of an escrow or vault token account. */
export type TokenAccountVersion = z.output<typeof tokenAccountRow>;
