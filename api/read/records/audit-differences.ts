import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { flagColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { AskAt } from '../history/query.ts';
import { sqlFile } from '../sql-file.ts';
import type { AuditPosition } from './audits.ts';

const SQL = sqlFile(import.meta.url, 'audit-differences.sql');

export interface DifferencesQuestion {
  readonly audit: Pick<AuditPosition, 'slot' | 'startedAt'>;
  readonly limit: number;
}

/** One field of one account that differs between index and chain. */
export interface DifferenceState {
  readonly account: Pubkey;
  readonly kind: string;
  readonly launchId: bigint | undefined;
  readonly field: string;
  /** Null if the account does not exist on that side. */
  readonly indexed: string | null;
  readonly chain: string | null;
  readonly repaired: boolean;
}

const differenceRow = z
  .object({
    pubkey: z.string().transform((text) => text as Pubkey),
    kind: z.string(),
    launch_id: unsignedColumn.nullable(),
    field: z.string(),
    indexed: z.string().nullable(),
    chain: z.string().nullable(),
    repaired: flagColumn,
  })
  .transform(
    ({ pubkey, launch_id, ...row }): DifferenceState => ({
      ...row,
      account: pubkey,
      launchId: launch_id ?? undefined,
    }),
  );

/** The first differences of one audit, by account. */
export function auditDifferences(
  ask: AskAt,
  { audit, limit }: DifferencesQuestion,
): Promise<DifferenceState[]> {
  return ask(SQL, { audit_slot: audit.slot, started_ms: audit.startedAt, limit }, differenceRow);
}
