import { type ErrorCode, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import { type Gate, type Gated, isAudited } from '../../../core/rules/gates.ts';
import type { MarketLists } from '../../../core/rules/restricted-markets.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { CallRefusal } from '../../state/control/call-decisions.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import type { Spent } from '../../state/intents/spent.ts';
import { answerableError } from '../answerable.ts';
import { argumentsOf } from './arguments.ts';
import { askedOf } from './asked.ts';
import type { AdmissionContext, Call, Callable, Effect, Prepared } from './call.ts';
import { requireMarketsOpen, requireRunning, requireToolAllowed, requireWithinTerms } from './checks.ts';

/** Codes by the check that refuses with them; whatever else comes before the answer is about the arguments. */
const GATES_OF: Partial<Record<ErrorCode, Gate>> = {
  MISSING_SCOPE: 'scope',
  WALLET_KILLED: 'switch',
  WALLET_PAUSED: 'switch',
  PERMISSION_MODE_FORBIDS: 'permission_mode',
  POLICY_FORBIDS: 'wallet_policy',
  LIMIT_EXCEEDED: 'limits',
  JURISDICTION_UNKNOWN: 'jurisdiction',
  JURISDICTION_FORBIDS: 'jurisdiction',
};

/** Whether it is how a check refuses. */
function isRefusalOfCheck({ code }: LaunchlensError): boolean {
  return GATES_OF[code] !== undefined;
}

/** The checks of arguments that were accepted. */
const AFTER_ARGUMENTS: ReadonlySet<Gate> = new Set(['wallet_policy', 'limits', 'jurisdiction']);
/** The checks that do not look at arguments. */
const WITHOUT_ARGUMENTS: ReadonlySet<Gate> = new Set(['scope', 'switch', 'permission_mode']);

function refusalBy(error: unknown): CallRefusal | undefined {
  if (error === undefined) return undefined;
  const { code } = answerableError(error);
  return { gate: GATES_OF[code] ?? 'arguments', code: code.toLowerCase() };
}

/**
 * Decides whether a call may proceed, whoever makes it, and then carries it out. The checks have one order: scope, kill switch
 * and pause, permission mode, arguments, policy, limits, jurisdiction. The credential itself is checked before, where
 * it is shown. The owner's audit log has the decision before anything is done: where it cannot be written, nothing is.
 * @throws MISSING_SCOPE, WALLET_KILLED, WALLET_PAUSED, PERMISSION_MODE_FORBIDS, what arguments are refused with,
 * POLICY_FORBIDS, LIMIT_EXCEEDED, JURISDICTION_UNKNOWN, JURISDICTION_FORBIDS, and what `act` fails with
 */
export async function admit<Context extends AdmissionContext, Done>(
  call: Call<Context>,
  context: Context,
  act: (prepared: Prepared) => Promise<Done>,
): Promise<Done> {
  const { caller } = call;
  if (caller === undefined) return act(await checkedForAnybody(call, context));
  const noted = (outcome: Outcome) => note(context, { ...call, caller }, outcome);
  const prepared = await checkedAndNoted(call, { caller, context, noted });
  try {
    return await act(prepared);
  } catch (error) {
    // What the checks are about is looked at once more where nothing of it can change any more.
    if (isAudited(call.tool) && isRefusalOfCheck(answerableError(error))) {
      await noted({ error, effect: prepared });
    }
    throw error;
  }
}

/** What the checks led to. */
interface Outcome {
  /** Undefined if the call passed. */
  readonly error?: unknown;
  /** What it would do, if that was looked at. */
  readonly effect?: Effect;
}

/** Nobody's country is known without a credential, so that no gated market is open. */
const NO_MARKETS: MarketLists = { perps: [], equity: [], offramp: [] };

async function checkedForAnybody<Context extends AdmissionContext>(
  { tool, raw }: Call<Context>,
  context: Context,
): Promise<Prepared> {
  if (!tool.anonymous) throw missingScope(tool);
  const input = argumentsOf(tool, raw, context.tokens?.known);
  const effect = await tool.effect(context, input, undefined);
  requireMarketsOpen(NO_MARKETS, undefined, [tool.market, effect.market]);
  return { ...effect, input };
}

interface Checking<Context> {
  readonly caller: AgentPrincipal;
  readonly context: Context;
  readonly noted: (outcome: Outcome) => Promise<void>;
}

async function checkedAndNoted<Context extends AdmissionContext>(
  call: Call<Context>,
  checking: Checking<Context>,
): Promise<Prepared> {
  const { tool, beyondRate } = call;
  try {
    const { prepared, control } = await checked(call, checking);
    // Beyond its rate a credential would fill the audit log by stopping what is stopped.
    const changesNothing = beyondRate && control.switchState !== 'on';
    if (isAudited(tool) && !changesNothing) await checking.noted({ effect: prepared });
    return prepared;
  } catch (error) {
    if (isAudited(tool) || isRefusalOfCheck(answerableError(error))) await checking.noted({ error });
    throw error;
  }
}

async function checked<Context extends AdmissionContext>(
  { tool, raw }: Call<Context>,
  { caller, context }: Checking<Context>,
): Promise<{ readonly prepared: Prepared; readonly control: WalletControl }> {
  if (!caller.scopes.has(tool.scope)) throw missingScope(tool);
  const { controls, markets } = present(context.control);
  const control = await controls.of(caller.owner);
  requireRunning(control, tool);
  const given = argumentsOf(tool, raw, context.tokens?.known);
  const { action, input } = tool.acts?.(given) ?? { action: tool, input: given };
  // An effect is found by looking at the chain, which nobody does for a tool that is denied.
  for (const each of [tool, action]) requireToolAllowed(control, each);
  const effect = await action.effect(context, input, caller);
  const spent = await spentInADay(context, control, { caller, effect });
  requireWithinTerms(control, markets, { tool, action, spent, ...effect });
  return { prepared: { ...effect, input }, control };
}

/** What the limits of a day are checked by; undefined, with nothing read, where none of them is about the move. */
async function spentInADay(
  context: AdmissionContext,
  { limits }: WalletControl,
  { caller, effect }: { readonly caller: AgentPrincipal; readonly effect: Effect },
): Promise<Spent | undefined> {
  const limited = limits.filter(({ perDay }) => perDay !== null).map(({ mint }) => mint);
  if (!effect.move?.outflows.some(({ mint }) => limited.includes(mint))) return undefined;
  const { intents, clock } = present(context.intents);
  return intents.spent(caller.owner, clock.now());
}

/** Records the decision about a call in the owner's audit log. */
async function note<Context extends AdmissionContext>(
  context: Context,
  { tool, caller, raw }: Pick<Call<Context>, 'tool' | 'raw'> & { readonly caller: AgentPrincipal },
  { error, effect }: Outcome,
): Promise<void> {
  const { decisions, clock } = present(context.control);
  const { owner, credentialId } = caller;
  const refusal = refusalBy(error);
  const asked = isKept(refusal, tool, { raw, known: context.tokens?.known })
    ? askedOf(tool, raw, effect)
    : {};
  await decisions.record({
    owner,
    credentialId,
    tool: tool.notedAs(raw),
    at: clock.now(),
    refusal,
    ...asked,
  });
}

interface Given {
  readonly raw: unknown;
  readonly known: Parameters<typeof argumentsOf>[2];
}

/** Whether the audit log keeps what was asked for: arguments that are not accepted may be anything, even secrets. */
function isKept(
  refusal: CallRefusal | undefined,
  tool: Gated & Pick<Callable<never>, 'input'>,
  { raw, known }: Given,
): boolean {
  if (refusal === undefined || AFTER_ARGUMENTS.has(refusal.gate)) return true;
  if (!WITHOUT_ARGUMENTS.has(refusal.gate)) return false;
  try {
    argumentsOf(tool, raw, known);
    refuseSecrets(raw, { hexKeys: tool.scope === 'wallet_admin' });
    return true;
  } catch (error) {
    // Their flaws are not what this call was refused for.
    if (error instanceof LaunchlensError) return false;
    throw error;
  }
}

function missingScope<Context>({ name, scope }: Callable<Context>): LaunchlensError {
  return new LaunchlensError('MISSING_SCOPE', { tool: name, scope });
}

/** Guardrails and intents are kept where credentials are, so a call that has one finds them. */
function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new LaunchlensError('INTERNAL', {});
  return part;
}
