import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type Fields, integerColumn, record, timestampColumn } from '../../../core/oltp/statements.ts';
import type { Gated } from '../../../core/rules/gates.ts';
import type { Move, Outflow } from '../../../core/rules/moves.ts';
import { GATED_MARKETS } from '../../../core/rules/restricted-markets.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { INTENT_STATUSES } from '../../../schemas/rest/intent-statuses.ts';
import { planTerms } from '../../../schemas/rest/plan-terms.ts';

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

const stored = record({
  id: z.string(),
  owner: z.string(),
  /** Undefined if its owner made it. */
  credentialId: z.string().nullable(),
  planId: z.string(),
  idempotencyKey: z.string().nullable(),
  action: z.string(),
  summary: z.string(),
  arguments: objectColumn,
  status: z.enum(INTENT_STATUSES),
  builder: z.string().nullable(),
  terms: objectColumn.nullable(),
  handOff: handOffColumn.nullable(),
  /** Undefined for one created before this was stored. */
  judged: judgedColumn.nullable(),
  /** As its plan showed them. Undefined for one created before this was stored. */
  planTerms: json.pipe(planTerms).nullable(),
  feeMint: pubkeyText.nullable(),
  feeAmount: integerColumn.nullable(),
  feeAccount: pubkeyText.nullable(),
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  /** Of its submitted transaction. */
  signature: z.string().nullable(),
  lastValidBlockHeight: integerColumn.nullable(),
  /** The slot of its transaction, successful or not. */
  slot: integerColumn.nullable(),
  /** Why it was rejected, failed or expired. */
  reason: z.string().nullable(),
  closedAt: timestampColumn.nullable(),
});

export const INTENT_COLUMNS = `${stored.columns},
  (SELECT label FROM credentials WHERE id = intents.credential_id) AS credential_label,
  (SELECT coalesce(json_agg(json_build_object('mint', mint, 'amount', amount::text) ORDER BY mint), '[]')
    FROM intent_outflows WHERE intent_id = intents.id) AS outflows`;

/** With the credential's current label, and what leaves the owner's wallet. */
export const intentShape = {
  ...stored.shape,
  credentialLabel: z.string().nullable(),
  outflows: outflowsColumn,
};

export function intentOf({
  builder,
  terms,
  feeMint,
  feeAmount,
  feeAccount,
  ...rest
}: Fields<typeof intentShape>) {
  const [mint, amount, account] = [feeMint, feeAmount, feeAccount];
  const isPriced = mint !== undefined && amount !== undefined && account !== undefined;
  const fee: Fee | undefined = isPriced ? { mint, amount, account } : undefined;
  /** Undefined if no transaction is built for it. */
  const build = builder !== undefined && terms !== undefined ? { builder, terms } : undefined;
  return { ...rest, build, fee };
}

export const intentRow = record(intentShape).row.transform(intentOf);

/** A proposal of an agent, or what an owner does with the own wallet, and its status. Times are Unix milliseconds. */
export type Intent = z.output<typeof intentRow>;
