import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/pubkey-text.ts';
import { integerColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import type { Labelled } from '../../../core/rules/counterparty-labels.ts';
import { jsonColumn } from './columns.ts';

/** One change of what an owner lets agents do. */
export interface NewControlChange {
  readonly owner: string;
  /** The agent's credential; undefined if the owner did it. */
  readonly credentialId: string | undefined;
  /** What was changed: `switch`, `permission_mode`, … */
  readonly kind: string;
  /** Its new value, as JSON. */
  readonly detail: unknown;
  /** The request that the owner signed for it. */
  readonly requestId: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface ControlChange extends NewControlChange {
  readonly id: bigint;
}

export interface ControlChanges {
  /** Of one owner, newest first. @param before only those of a smaller id */
  list(owner: string, page: { limit: number; before: bigint | undefined }): Promise<ControlChange[]>;
}

const row = z
  .object({
    id: integerColumn,
    owner: z.string(),
    credential_id: z.string().nullable(),
    kind: z.string(),
    detail: jsonColumn(z.unknown()),
    request_id: z.string().nullable(),
    at: timestampColumn,
  })
  .transform(
    ({ credential_id, request_id, ...rest }): ControlChange => ({
      ...rest,
      credentialId: credential_id ?? undefined,
      requestId: request_id ?? undefined,
    }),
  );

/** Former labels of counterparties, whether set by an agent or signed by the owner. */
const LABELLED = `SELECT DISTINCT address, label
  FROM control_changes, jsonb_to_recordset(detail -> 'counterparties') AS registered (address text, label text)
  WHERE owner = $1 AND kind = 'counterparties' AND label = ANY ($2::text[])`;
const labelledRow = z.object({ address: pubkeyText, label: z.string() });

const COLUMNS = 'owner, credential_id, kind, detail, request_id, at';
const RECORD = `INSERT INTO control_changes (${COLUMNS}) VALUES ($1, $2, $3, $4::jsonb, $5, $6)`;
const LIST = `SELECT id, ${COLUMNS} FROM control_changes
  WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3`;

/** Records a change, in the transaction that makes it. */
export async function recordChange(queries: Queries, change: NewControlChange): Promise<void> {
  const { owner, credentialId, kind, detail, requestId, at } = change;
  const values = [owner, credentialId ?? null, kind, JSON.stringify(detail), requestId ?? null];
  await queries.run(RECORD, [...values, new Date(at)]);
}

/** The wallets that some labels named in any set of counterparties that an owner ever had. */
export function earlierLabels(
  queries: Queries,
  owner: string,
  labels: readonly string[],
): Promise<Labelled[]> {
  return queries.query(LABELLED, [owner, labels], labelledRow);
}

export function createControlChanges(oltp: Oltp): ControlChanges {
  return {
    list: (owner, { limit, before }) => oltp.query(LIST, [owner, before ?? null, limit], row),
  };
}
