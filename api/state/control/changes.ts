import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  insertion,
  integerColumn,
  jsonColumn,
  record,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import type { Labelled } from '../../../core/rules/counterparty-labels.ts';
import { SWITCH_STATES } from '../../../core/rules/wallet-switch.ts';
import { emitEvent } from '../outbox/emit.ts';
import { type EntryPage, listEntries } from '../owner-pages.ts';

/** One change of what an owner lets agents do. */
const change = record({
  id: integerColumn,
  owner: z.string(),
  /** The agent's credential; undefined if the owner did it. */
  credentialId: z.string().nullable(),
  /** What was changed: `switch`, `permission_mode`, … */
  kind: z.string(),
  /** Its new value, as JSON. */
  detail: jsonColumn(z.unknown()),
  /** The request that the owner signed for it. */
  requestId: z.string().nullable(),
  /** Unix milliseconds. */
  at: timestampColumn,
});

export type ControlChange = z.output<typeof change.row>;
export type NewControlChange = Omit<ControlChange, 'id'>;

/** Former labels of counterparties, whether set by an agent or signed by the owner. */
const LABELLED = `SELECT DISTINCT address, label
  FROM control_changes, jsonb_to_recordset(detail -> 'counterparties') AS registered (address text, label text)
  WHERE owner = $1 AND kind = 'counterparties' AND label = ANY ($2::text[])`;
const labelledRow = z.object({ address: pubkeyText, label: z.string() });

const switchChange = z.object({
  kind: z.literal('switch'),
  detail: z.object({ switch: z.enum(SWITCH_STATES) }),
});
const SWITCH_EVENTS = { on: 'wallet.resumed', paused: 'wallet.paused', killed: 'wallet.killed' } as const;

/** Records a change, in the transaction that makes it. */
export async function recordChange(
  queries: Queries,
  { owner, credentialId, kind, detail, requestId, at }: NewControlChange,
): Promise<void> {
  const fields = { owner, credentialId, kind, detail: JSON.stringify(detail), requestId, at };
  await queries.run(...insertion('control_changes', fields));
  const switched = switchChange.safeParse({ kind, detail });
  if (!switched.success) return;
  const data = { credential_id: credentialId ?? null };
  await emitEvent(queries, { kind: SWITCH_EVENTS[switched.data.detail.switch], owner, at, data });
}

/** The wallets that some labels named in any set of counterparties that an owner ever had. */
export function earlierLabels(
  queries: Queries,
  owner: string,
  labels: readonly string[],
): Promise<Labelled[]> {
  return queries.query(LABELLED, [owner, labels], labelledRow);
}

export type ControlChanges = ReturnType<typeof createControlChanges>;

export function createControlChanges(oltp: Oltp) {
  return {
    list: (owner: string, page: EntryPage) =>
      listEntries(oltp, { table: 'control_changes', ...change }, owner, page),
  };
}
