import { z } from 'zod';
import { flagColumn, unsignedColumn } from '../../core/olap/columns.ts';

export const TOKEN_ACCOUNT_ROLES = ['escrow', 'vault'] as const;
export type TokenAccountRole = (typeof TOKEN_ACCOUNT_ROLES)[number];

/** One version of an escrow or vault token account. */
export interface TokenAccountVersion {
  readonly launchId: bigint;
  readonly role: TokenAccountRole;
  readonly amount: bigint;
  readonly slot: bigint;
  readonly closed: boolean;
}

export const tokenAccountRow = z
  .object({
    launch_id: unsignedColumn,
    role: z.enum(TOKEN_ACCOUNT_ROLES),
    amount: unsignedColumn,
    slot: unsignedColumn,
    closed: flagColumn,
  })
  .transform(({ launch_id, ...row }): TokenAccountVersion => ({ launchId: launch_id, ...row }));
