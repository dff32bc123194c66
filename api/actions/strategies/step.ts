import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { lazily } from '../../../core/kernel/lazily.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { GatedTools } from '../../../core/rules/gates.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { type SwapArguments, swapArguments } from '../../../schemas/mcp/venues.ts';
import { creatorOf, RUN_TERMS } from '../../../schemas/strategies/run.ts';
import type { WatchSeen } from '../../../schemas/strategies/watch.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { StepLease, StepLeases } from '../../state/strategies/leases.ts';
import { stepKey } from '../../state/strategies/steps.ts';
import type { Venues } from '../../venues/venues.ts';
import { admit } from '../admission/admit.ts';
import type { Callable } from '../admission/call.ts';
import { toolNamed } from '../admission/checks.ts';
import type { ControlContext } from '../control/context.ts';
import type { IntentsContext } from '../intents/context.ts';
import type { IntentDraft } from '../intents/draft.ts';
import { type ExecutionInput, proposeExecution } from '../intents/propose.ts';
import { draftSwap, parametersOf } from '../venues/builder.ts';
import type { Swap } from './watch/decision.ts';

export interface StepContext {
  readonly intents: IntentsContext;
  readonly control: Pick<ControlContext, 'controls' | 'decisions' | 'markets' | 'tools' | 'clock'>;
  readonly venues: Venues;
  readonly leases: Pick<StepLeases, 'intentOf'>;
  /** @throws CREDENTIAL_REFUSED */
  readonly callerOf: (credentialId: string) => Promise<AgentPrincipal>;
}

/** What each step is. */
const SWAP = 'jupiter_swap';

export interface Step {
  readonly lease: StepLease;
  readonly swap: Swap;
  /** Why it is proposed; undefined for one that was only due. */
  readonly seen?: WatchSeen | undefined;
}

/** The step that is due by a schedule. */
export function dueSwap({ plan }: Pick<StepLease, 'plan'>): Swap {
  const { pay_mint, buy_mint, amount_per_step } = RUN_TERMS.dca.parse(plan);
  return { input_mint: pay_mint, output_mint: buy_mint, amount: BigInt(amount_per_step) };
}

/**
 * Proposes one step to its owner, as an agent with the strategy's credential would: with the same checks and audit log.
 * Every call for the same step returns the same intent.
 * @returns the id of the intent
 * @throws CREDENTIAL_REFUSED, VENUE_NOT_CONFIGURED, and those of `admit`, `draftSwap` and `proposeExecution`
 */
export async function proposeStep(context: StepContext, step: Step): Promise<string> {
  const { lease, swap } = step;
  const made = await context.leases.intentOf(lease);
  if (made !== undefined) return made;
  const caller = await context.callerOf(lease.credentialId);
  if (caller.owner !== lease.owner) throw new LaunchlensError('CREDENTIAL_REFUSED', {});
  const { amount, minimum_out: least, ...mints } = swap;
  const raw = { ...mints, amount: `${amount}`, ...(least !== undefined && { minimum_out: `${least}` }) };
  const call = { tool: stepTool(context.control.tools, step), raw, caller };
  return admit(call, context, async ({ execution }) => {
    if (execution === undefined) throw new TypeError('a step ends in an intent');
    const propose = (how: Pick<ExecutionInput, 'confirm' | 'plan_id' | 'idempotency_key'>) =>
      proposeExecution(context.intents, { ...execution, input: { ...execution.input, ...how } });
    const { plan } = await propose({ confirm: false });
    const key = stepKey(lease.strategyId, lease.step);
    const { intent } = await propose({ confirm: true, plan_id: plan?.plan_id, idempotency_key: key });
    if (intent === undefined) throw new TypeError('what is confirmed is an intent');
    return intent.id;
  });
}

/** What a step calls: the strategy, whose effect is a swap. */
function stepTool(tools: GatedTools, { lease, seen }: Step): Callable<StepContext> {
  const called = toolNamed(tools, creatorOf(lease.kind));
  const tool = toolNamed(tools, SWAP);
  const action: Callable<StepContext> = {
    ...tool,
    anonymous: false,
    input: swapArguments,
    notedAs: () => SWAP,
    effect: ({ venues }, values, caller) => {
      if (caller === undefined) throw new TypeError('a step is taken with a credential');
      const swap = values as SwapArguments;
      const move = moveOf(venues, swap);
      const draft = lazily(() => draftStep(venues, { lease, seen, swap, move }));
      const input = { ...values, confirm: false };
      return { move, execution: { tool, called, caller, input, draft } };
    },
  };
  return { ...action, ...called, acts: (input) => ({ action, input }) };
}

function moveOf(venues: Venues, { input_mint, output_mint, amount }: SwapArguments): Move {
  const mints = [parsePubkey(input_mint), parsePubkey(output_mint)] as const;
  return {
    outflows: [{ mint: mints[0], amount }],
    counterparties: [],
    venue: venues.find('swap')?.name,
    market: venues.marketOf(mints),
  };
}

async function draftStep(
  venues: Venues,
  { lease, seen, swap, move }: Omit<Step, 'swap'> & { readonly swap: SwapArguments; readonly move: Move },
): Promise<IntentDraft> {
  const { input_mint, output_mint, amount, minimum_out } = swap;
  return draftSwap({
    ...{ venue: venues.of('swap'), action: SWAP, owner: parsePubkey(lease.owner), move },
    ...{
      parameters: parametersOf(swap),
      outputMint: parsePubkey(output_mint),
      minimumOut: minimum_out === undefined ? undefined : BigInt(minimum_out),
    },
    notice: venues.equityNotice,
    what: `${reasonOf({ lease, seen })} swap ${amount} base units of ${input_mint}`,
  });
}

function reasonOf({ lease: { name, step, plan }, seen }: Omit<Step, 'swap'>): string {
  if (seen === undefined) return `Step ${step} of ${RUN_TERMS.dca.parse(plan).steps} of strategy ${name}:`;
  return `Step ${step} of strategy ${name}: ${seen.sentence} Seen at ${seen.at} by a quote of ${seen.source}. It would`;
}
