import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Gated } from '../../../core/rules/gates.ts';
import { outflowsByMint } from '../../../core/rules/moves.ts';
import type { SpendingLimit } from '../../../core/rules/spending-limits.ts';
import type { ExecutionAnswer } from '../../../schemas/mcp/execution.ts';
import type { SpendingLeft } from '../../../schemas/rest/intents.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import type { Created, NewIntent } from '../../state/intents/create.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Spent } from '../../state/intents/spent.ts';
import { requireRunning, requireWithinDay, requireWithinTerms } from '../admission/checks.ts';
import { wireAmount, wireInstant } from '../wire.ts';
import type { IntentsContext } from './context.ts';
import { askedFor, digestOf } from './digest.ts';
import type { IntentDraft } from './draft.ts';
import { feeOf, madeOr, preview } from './drafted.ts';
import { intentAnswer } from './find.ts';
import { planTermsAnswer } from './terms.ts';

/** Arguments of a proposing tool, including those of `executionArguments`. */
export type ExecutionInput = Readonly<Record<string, unknown>> & {
  readonly confirm: boolean;
  readonly plan_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
};

export interface Execution {
  /** The tool whose effect it is, whichever tool was called. */
  readonly tool: Gated;
  /** The tool called, where that is another one. */
  readonly called?: Gated;
  readonly caller: AgentPrincipal;
  readonly input: ExecutionInput;
  /** Looks once, however often it is asked: the checks and the intent are about one draft, not about two looks at a chain that moves on. */
  readonly draft: () => Promise<IntentDraft>;
  /** What the same confirmation was answered before; nothing is drafted for it. */
  readonly repeated?: ExecutionAnswer | undefined;
}

type Drafted = Omit<Execution, 'draft'> & { readonly draft: IntentDraft };

const PLAN_LIFETIME_MS = 10 * 60 * 1000;
const INTENT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * What every tool does that could move value: it answers a plan, and when the plan is confirmed, one intent for the
 * owner. The call was admitted; the owner's guardrails are checked once more in the transaction that makes the intent.
 * @throws PLAN_REQUIRED, PLAN_UNKNOWN, PLAN_MISMATCH, PLAN_USED, IDEMPOTENCY_CONFLICT, INTENTS_FULL, LIMIT_EXCEEDED,
 * WALLET_KILLED, WALLET_PAUSED, PERMISSION_MODE_FORBIDS, BUILDER_MISSING, SIMULATION_FAILED and those of the builder
 */
export async function proposeExecution(
  context: IntentsContext,
  execution: Execution,
): Promise<ExecutionAnswer> {
  if (execution.repeated !== undefined) return execution.repeated;
  const drafted = { ...execution, draft: await execution.draft() };
  return execution.input.confirm ? confirm(context, drafted) : plan(context, drafted);
}

async function plan(context: IntentsContext, execution: Drafted): Promise<ExecutionAnswer> {
  const { intents, controls, clock } = context;
  const { tool, caller, input, draft } = execution;
  const { owner } = caller;
  const held = await controls.of(owner);
  const spent = await intents.spent(owner, clock.now());
  requireWithinDay(held, draft.move, spent);
  const fee = await feeOf(context, draft);
  const transaction = await preview(context, { owner, draft }, fee);
  const terms = await planTermsAnswer(context, draft);
  const createdAt = clock.now();
  const expiresAt = createdAt + PLAN_LIFETIME_MS;
  const id = randomUUID();
  const digest = digestOf(tool.name, askedFor(input), draft.move.counterparties);
  await intents.plan({
    ...{ id, owner, digest, createdAt, expiresAt },
    action: tool.name,
    credentialId: caller.credentialId,
  });
  return {
    stage: 'planned',
    plan: {
      ...{ plan_id: id, action: tool.name, summary: draft.summary, owner },
      outflows: draft.move.outflows.map(({ mint, amount }) => ({ mint, amount: wireAmount(amount) })),
      ...terms,
      limits: spendingLeft(held.limits, { draft, spent }),
      technology_fee: fee && !transaction?.technology_fee_left_out ? feeAnswer(fee) : null,
      hand_off: draft.handOff ?? null,
      transaction: transaction ?? null,
      expires_at: wireInstant(expiresAt),
    },
  };
}

async function confirm(context: IntentsContext, execution: Drafted): Promise<ExecutionAnswer> {
  const { intents, clock } = context;
  const { tool, caller, input, draft } = execution;
  const { owner, credentialId } = caller;
  const { plan_id: planId, idempotency_key: idempotencyKey } = input;
  if (planId === undefined) throw new LaunchlensError('PLAN_REQUIRED', {});
  const asked = askedFor(input);
  const fee = await feeOf(context, draft);
  const planTerms = await planTermsAnswer(context, draft);
  const createdAt = clock.now();
  const made = await intents.create(
    {
      ...{ id: randomUUID(), owner, credentialId, planId, idempotencyKey, fee, planTerms, createdAt },
      ...{ action: tool.name, summary: draft.summary, arguments: asked },
      digest: digestOf(tool.name, asked, draft.move.counterparties),
      ...{ build: draft.build, handOff: draft.handOff, ...termsOf(execution) },
      expiresAt: createdAt + INTENT_LIFETIME_MS,
    },
    (held, spent) => decide(context, execution, { held, spent }),
  );
  return proposed(context, made);
}

/**
 * The earlier answer to a repeated confirmation, whatever has changed on the chain or in the owner's guardrails since;
 * looked up before anything is drafted again. Undefined for the first one, and for a plan.
 * @throws PLAN_MISMATCH, PLAN_USED, IDEMPOTENCY_CONFLICT
 */
export async function repeatedExecution(
  context: Pick<IntentsContext, 'intents' | 'pageOf'>,
  { tool, caller, input }: Pick<Execution, 'tool' | 'caller' | 'input'>,
): Promise<ExecutionAnswer | undefined> {
  const { confirm: confirmed, plan_id: planId, idempotency_key: idempotencyKey } = input;
  if (!confirmed || planId === undefined) return undefined;
  const repeat = await context.intents.repeat({
    ...{ owner: caller.owner, planId, idempotencyKey },
    ...{ action: tool.name, arguments: askedFor(input) },
  });
  return repeat && proposed(context, repeat);
}

/** With all of it an intent is checked again later. */
function termsOf({ tool: { scope }, draft: { move } }: Drafted): Pick<NewIntent, 'outflows' | 'judged'> {
  const { outflows, ...judged } = move;
  return { outflows, judged: { scope, ...judged } };
}

function proposed({ pageOf }: Pick<IntentsContext, 'pageOf'>, made: Created): ExecutionAnswer {
  const { intent, repeated } = madeOr(made);
  return { stage: 'proposed', intent: intentAnswer(intent, pageOf), repeated };
}

/** The checks once more, now that nothing they depend on can change: a stop that came in between holds. */
function decide(
  { markets }: IntentsContext,
  { tool, called = tool, caller, draft: { move } }: Drafted,
  { held, spent }: { readonly held: WalletControl; readonly spent: Spent },
): 'proposed' | 'approved' {
  requireRunning(held, tool);
  requireWithinTerms(held, markets, { tool: called, action: tool, move, spent });
  // A caller that may only propose never gets an approved intent, whatever the owner delegates to others.
  return held.mode === 'delegate' && caller.scopes.has(tool.scope) ? 'approved' : 'proposed';
}

function feeAnswer({ mint, amount, account }: Fee) {
  return { mint, amount: wireAmount(amount), account };
}

function spendingLeft(
  limits: readonly SpendingLimit[],
  { draft, spent }: { readonly draft: IntentDraft; readonly spent: Spent },
): SpendingLeft[] {
  const sums = outflowsByMint(draft.move.outflows);
  return limits
    .filter(({ mint }) => sums.has(mint))
    .map(({ mint, perIntent, perDay }) => ({
      mint,
      per_intent: perIntent === null ? null : wireAmount(perIntent),
      left_today:
        perDay === null ? null : wireAmount(perDay - (spent.get(mint) ?? 0n) - (sums.get(mint) ?? 0n)),
    }));
}
