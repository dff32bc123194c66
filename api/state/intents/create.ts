import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { count, first, insertion } from '../../../core/oltp/statements.ts';
import { type Outflow, outflowsByMint } from '../../../core/rules/moves.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';
import type { PlanTermsAnswer } from '../../../schemas/rest/plan-terms.ts';
import { lockControl, type WalletControl } from '../control/wallet-control.ts';
import { recordStep } from './events.ts';
import { INTENT_COLUMNS, type Intent, intentRow, type JudgedBy } from './intent.ts';
import { lockPlan, usePlan } from './plans.ts';
import { type Repeat, repeatOfKey } from './repeat.ts';
import { type Spent, spentBy, WAITING } from './spent.ts';

/** An intent to create from a plan. */
export interface NewIntent
  extends Pick<Intent, 'id' | 'owner' | 'credentialId' | 'planId' | 'idempotencyKey' | 'action' | 'summary'>,
    Pick<Intent, 'arguments' | 'build' | 'handOff' | 'fee' | 'createdAt' | 'expiresAt'> {
  /** SHA-256 of action, arguments and resolved wallets, in hex: must match the plan's. */
  readonly digest: string;
  readonly outflows: readonly Outflow[];
  readonly judged: JudgedBy;
  readonly planTerms: PlanTermsAnswer;
}

/**
 * Decides the initial status while the owner's settings and spending are locked. If it throws, everything is rolled
 * back.
 */
export type Decide = (held: WalletControl, spent: Spent) => Extract<IntentStatus, 'proposed' | 'approved'>;

export type Created =
  | { readonly kind: 'created'; readonly intent: Intent }
  | Repeat
  | { readonly kind: 'plan_unknown' }
  | { readonly kind: 'full'; readonly most: number };

/** The most open intents of one owner: more than anyone reviews, and a bound on growth. */
const MOST_OPEN = 200;

const OPEN = `SELECT count(*) FROM intents
  WHERE owner = $1 AND status IN (${WAITING}) AND expires_at > $2`;
const INSERT_OUTFLOWS = `INSERT INTO intent_outflows (intent_id, mint, amount)
  SELECT $1, mint, amount FROM unnest($2::text[], $3::numeric[]) AS outflows (mint, amount)`;
const FIND = `SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $1`;

/**
 * Creates one intent from a plan, in one transaction that locks the owner's settings: of concurrent confirmations of a
 * plan, exactly one creates it, and others of the owner wait, so that sums cannot change in between.
 */
export function createIntent(oltp: Oltp, asked: NewIntent, decide: Decide): Promise<Created> {
  return oltp.transaction(async (queries) => {
    const held = await lockControl(queries, asked.owner, asked.createdAt);
    const earlier = await repeatOfKey(queries, asked);
    if (earlier) return earlier;
    const refusal = await planRefusal(queries, asked);
    if (refusal) return refusal;
    const open = await count(queries, OPEN, [asked.owner, new Date(asked.createdAt)]);
    if (open >= MOST_OPEN) return { kind: 'full', most: MOST_OPEN };
    const status = decide(held, await spentBy(queries, asked.owner, asked.createdAt));
    return { kind: 'created', intent: await insert(queries, asked, status) };
  });
}

async function planRefusal(
  queries: Queries,
  { planId, owner, digest, createdAt }: NewIntent,
): Promise<Created | undefined> {
  const plan = await lockPlan(queries, planId, owner);
  if (!plan) return { kind: 'plan_unknown' };
  if (plan.digest !== digest) return { kind: 'plan_mismatch' };
  if (plan.intentId !== undefined) return { kind: 'plan_used', intentId: plan.intentId };
  return plan.expiresAt <= createdAt ? { kind: 'plan_unknown' } : undefined;
}

async function insert(queries: Queries, asked: NewIntent, status: ReturnType<Decide>): Promise<Intent> {
  const { id, owner, planId, action, summary, build, handOff, fee, createdAt } = asked;
  const fields = {
    ...{ id, owner, planId, action, summary, status },
    ...{ credentialId: asked.credentialId, idempotencyKey: asked.idempotencyKey },
    digest: Buffer.from(asked.digest, 'hex'),
    arguments: JSON.stringify(asked.arguments),
    ...{ builder: build?.builder, terms: build && JSON.stringify(build.terms) },
    ...{ handOff: handOff && JSON.stringify(handOff), judged: JSON.stringify(asked.judged) },
    planTerms: JSON.stringify(asked.planTerms),
    ...{ feeMint: fee?.mint, feeAmount: fee?.amount, feeAccount: fee?.account },
    ...{ createdAt, expiresAt: asked.expiresAt },
  };
  await queries.run(...insertion('intents', fields));
  const sums = outflowsByMint(asked.outflows);
  await queries.run(INSERT_OUTFLOWS, [id, [...sums.keys()], [...sums.values()]]);
  await usePlan(queries, planId, id);
  const { credentialId } = asked;
  const movedBy = credentialId === undefined ? 'owner' : 'agent';
  const proposed = { status: 'proposed', at: createdAt, movedBy, reason: undefined } as const;
  const stepping = { id, owner, credentialId, action, summary, signature: undefined, slot: undefined };
  await recordStep(queries, stepping, proposed);
  if (status === 'approved') {
    const reason = 'the permission mode lets it pass within policy and limits';
    await recordStep(queries, stepping, { status, at: createdAt, movedBy: 'owner', reason });
  }
  const intent = await first(queries, FIND, [id], intentRow);
  if (!intent) throw new TypeError('an intent that was just inserted is there');
  return intent;
}
