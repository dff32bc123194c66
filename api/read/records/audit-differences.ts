import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { flagColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { AuditPosition } from './audits.ts';

const SQL = sqlFile(import.meta.url, 'audit-differences.sql');

export interface DifferencesQuestion {
  readonly audit: Pick<AuditPosition, 'slot' | 'startedAt'>;
  readonly limit: number;
}

const differenceRow = rowOf({
  account: ['pubkey', z.string().transform((text) => text as Pubkey)],
  kind: z.string(),
  launchId: unsignedColumn.nullable(),
  field: z.string(),
  /** Undefined if the account does not exist on that side. */
  indexed: z.string().nullable(),
  chain: z.string().nullable(),
  repaired: flagColumn,
});

/** One field of one account that differs between index and chain. */
export type DifferenceState = z.output<typeof differenceRow>;

/** The first differences of one audit, by account. */
export function auditDifferences(
  ask: AskAt,
  { audit, limit }: DifferencesQuestion,
): Promise<DifferenceState[]> {
  return ask(SQL, { audit_slot: audit.slot, started_ms: audit.startedAt, limit }, differenceRow);
}
