import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { pubkeyText } from '../../../core/kernel/pubkey-text.ts';
import { integerColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Gated } from '../../../core/rules/gates.ts';
import { GATED_MARKETS } from '../../../core/rules/jurisdictions.ts';
import type { Move, Outflow } from '../../../core/rules/moves.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { INTENT_STATUSES, type IntentStatus } from '../../../schemas/rest/intent-statuses.ts';

/** Any JSON value. */
export type Json = z.output<ReturnType<typeof z.json>>;
export type JsonObject = { readonly [name: string]: Json };

/** Where the owner executes an intent without a transaction from here. */
export interface HandOff {
  readonly url: string;
  readonly note: string;
}

/** A fee in the mint of the move, in base units, and the receiving account. */
export interface Fee extends Outflow {
  readonly account: Pubkey;
}

/** What the checks need about an intent, besides its action and outflows. */
export type JudgedBy = Omit<Move, 'outflows'> & Pick<Gated, 'scope'>;

/** An agent's proposal and its status. Times are Unix milliseconds. */
export interface Intent {
  readonly id: string;
  readonly owner: string;
  readonly credentialId: string;
  /** The credential's current label. */
  readonly credentialLabel: string;
  readonly planId: string;
  readonly idempotencyKey: string | undefined;
  readonly action: string;
  readonly summary: string;
  readonly arguments: JsonObject;
  readonly status: IntentStatus;
  /** Undefined if no transaction is built for it. */
  readonly build: { readonly builder: string; readonly terms: JsonObject } | undefined;
  readonly handOff: HandOff | undefined;
  readonly fee: Fee | undefined;
  readonly outflows: readonly Outflow[];
  /** Undefined for one created before this was stored. */
  readonly judged: JudgedBy | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Of its submitted transaction. */
  readonly signature: string | undefined;
  readonly lastValidBlockHeight: bigint | undefined;
  /** The slot of its transaction, successful or not. */
  readonly slot: bigint | undefined;
  /** Why it was rejected, failed or expired. */
  readonly reason: string | undefined;
  readonly closedAt: number | undefined;
}

export const INTENT_COLUMNS = `id, owner, credential_id, plan_id, idempotency_key, action, summary, arguments, status,
  builder, terms, hand_off, judged, fee_mint, fee_amount, fee_account, created_at, expires_at, signature,
  last_valid_block_height, slot, reason, closed_at,
  (SELECT label FROM credentials WHERE id = intents.credential_id) AS credential_label,
  (SELECT coalesce(json_agg(json_build_object('mint', mint, 'amount', amount::text) ORDER BY mint), '[]')
    FROM intent_outflows WHERE intent_id = intents.id) AS outflows`;

const json = z.string().transform((text): unknown => JSON.parse(text));
const objectColumn = json.pipe(z.record(z.string(), z.json())).transform((value) => value as JsonObject);
const handOffColumn = json.pipe(z.object({ url: z.string(), note: z.string() }));
/** Stored as the checks compared them: an address on another chain is neither a key nor a counterparty. */
const asNamed = (names: readonly string[]) => names as readonly Pubkey[];
const judgedColumn = json.pipe(
  z.object({
    scope: z.enum(SCOPES),
    counterparties: z.array(z.string()).transform(asNamed),
    venue: z.string().optional(),
    market: z.enum(GATED_MARKETS).optional(),
  }),
);
const outflowsColumn = json.pipe(z.array(z.object({ mint: pubkeyText, amount: integerColumn })));

export const intentRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    credential_id: z.string(),
    credential_label: z.string(),
    plan_id: z.string(),
    idempotency_key: z.string().nullable(),
    action: z.string(),
    summary: z.string(),
    arguments: objectColumn,
    status: z.enum(INTENT_STATUSES),
    builder: z.string().nullable(),
    terms: objectColumn.nullable(),
    hand_off: handOffColumn.nullable(),
    judged: judgedColumn.nullable(),
    fee_mint: pubkeyText.nullable(),
    fee_amount: integerColumn.nullable(),
    fee_account: pubkeyText.nullable(),
    created_at: timestampColumn,
    expires_at: timestampColumn,
    signature: z.string().nullable(),
    last_valid_block_height: integerColumn.nullable(),
    slot: integerColumn.nullable(),
    reason: z.string().nullable(),
    closed_at: timestampColumn.nullable(),
    outflows: outflowsColumn,
  })
  .transform(
    (row): Intent => ({
      ...{ id: row.id, owner: row.owner, action: row.action, summary: row.summary, status: row.status },
      credentialId: row.credential_id,
      credentialLabel: row.credential_label,
      planId: row.plan_id,
      idempotencyKey: row.idempotency_key ?? undefined,
      arguments: row.arguments,
      build:
        row.builder !== null && row.terms !== null ? { builder: row.builder, terms: row.terms } : undefined,
      handOff: row.hand_off ?? undefined,
      fee: feeOf(row),
      outflows: row.outflows,
      judged: row.judged ?? undefined,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      signature: row.signature ?? undefined,
      lastValidBlockHeight: row.last_valid_block_height ?? undefined,
      slot: row.slot ?? undefined,
      reason: row.reason ?? undefined,
      closedAt: row.closed_at ?? undefined,
    }),
  );

function feeOf(row: {
  readonly fee_mint: Fee['mint'] | null;
  readonly fee_amount: bigint | null;
  readonly fee_account: Pubkey | null;
}): Fee | undefined {
  const { fee_mint: mint, fee_amount: amount, fee_account: account } = row;
  return mint !== null && amount !== null && account !== null ? { mint, amount, account } : undefined;
}
