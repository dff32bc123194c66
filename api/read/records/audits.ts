import { z } from 'zod';
import { timestampColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { VERDICTS } from '../../../schemas/rest/proof.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'audits-page.sql');

const auditRow = rowOf({
  slot: ['audit_slot', unsignedColumn],
  launchId: unsignedColumn.nullable(),
  verdict: z.enum(VERDICTS),
  accounts: unsignedColumn,
  differences: unsignedColumn,
  /** Lower-case hexadecimal. */
  chainDigest: ['chain_hex', z.string()],
  indexDigest: ['index_hex', z.string()],
  detail: z.string(),
  /** Milliseconds since the Unix epoch. */
  startedAt: timestampColumn,
  finishedAt: timestampColumn,
});

/** One comparison of the index with the chain. */
type AuditState = z.output<typeof auditRow>;

/** The position of an audit in a list. */
export type AuditPosition = Pick<AuditState, 'slot' | 'startedAt' | 'launchId'>;

export interface AuditsQuestion {
  /** Only audits that come after this one, newest slot first. */
  readonly after?: AuditPosition | undefined;
  readonly limit: number;
}

export interface AuditPage {
  readonly audits: readonly AuditState[];
  readonly more: boolean;
}

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
