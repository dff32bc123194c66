import { z } from 'zod';
import { timestampColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import { VERDICTS } from '../../../schemas/rest/proof.ts';
import type { AskAt } from '../history/query.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'audits-page.sql');

/** The position of an audit in a list. */
export interface AuditPosition {
  readonly slot: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly launchId: bigint | undefined;
}

export interface AuditsQuestion {
  /** Only audits that come after this one, newest slot first. */
  readonly after?: AuditPosition | undefined;
  readonly limit: number;
}

/** One comparison of the index with the chain. */
export interface AuditState extends AuditPosition {
  readonly verdict: (typeof VERDICTS)[number];
  readonly accounts: bigint;
  readonly differences: bigint;
  /** Lower-case hexadecimal. */
  readonly chainDigest: string;
  readonly indexDigest: string;
  readonly detail: string;
  readonly finishedAt: number;
}

export interface AuditPage {
  readonly audits: readonly AuditState[];
  readonly more: boolean;
}

const auditRow = z
  .object({
    audit_slot: unsignedColumn,
    launch_id: unsignedColumn.nullable(),
    verdict: z.enum(VERDICTS),
    accounts: unsignedColumn,
    differences: unsignedColumn,
    chain_hex: z.string(),
    index_hex: z.string(),
    detail: z.string(),
    started_at: timestampColumn,
    finished_at: timestampColumn,
  })
  .transform(
    (row): AuditState => ({
      slot: row.audit_slot,
      launchId: row.launch_id ?? undefined,
      verdict: row.verdict,
      accounts: row.accounts,
      differences: row.differences,
      chainDigest: row.chain_hex,
      indexDigest: row.index_hex,
      detail: row.detail,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    }),
  );

/** One page of the audits at or below the answer's slot, newest slot first. */
export async function auditsPage(ask: AskAt, { after, limit }: AuditsQuestion): Promise<AuditPage> {
  const parameters = {
    from_start: after === undefined,
    after_slot: after?.slot ?? 0n,
    after_started_ms: after?.startedAt ?? 0,
    after_launch_rank: after?.launchId ?? -1n,
    limit: limit + 1,
  };
  const audits = await ask(SQL, parameters, auditRow);
  return { audits: audits.slice(0, limit), more: audits.length > limit };
}
