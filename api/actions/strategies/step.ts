import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { inputMint, outputMint, swapTerms } from '../../../schemas/mcp/venue-arguments.ts';
import { dcaTerms } from '../../../schemas/strategies/dca.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { stepKey } from '../../state/strategies/steps.ts';
import type { StrategyTurn, StrategyTurns } from '../../state/strategies/turns.ts';
import type { Venues } from '../../venues/venues.ts';
import { answerableError } from '../answerable.ts';
import type { ControlContext } from '../control/context.ts';
import { requireRunning, requireWithinTerms, toolNamed } from '../control/judge.ts';
import { isOfGate, noteDecision } from '../control/trail.ts';
import type { IntentsContext } from '../intents/context.ts';
import { proposeExecution } from '../intents/propose.ts';
import { spentBeside } from '../intents/spent.ts';
import { draftSwap } from '../venues/draft.ts';
import { parametersOf } from '../venues/parameters.ts';

export interface StepContext {
  readonly intents: IntentsContext;
  readonly control: Pick<ControlContext, 'controls' | 'decisions' | 'markets' | 'tools' | 'clock'>;
  readonly venues: Venues;
  readonly turns: Pick<StrategyTurns, 'intentOf'>;
  /** @throws CREDENTIAL_REFUSED */
  readonly callerOf: (credentialId: string) => Promise<AgentPrincipal>;
}

/** What an owner has allowed with the strategy, and what each of its steps is. */
const STRATEGY = 'strategy_dca_create';
const SWAP = 'jupiter_swap';

const swapArguments = z.object({ input_mint: inputMint, output_mint: outputMint, ...swapTerms });

/**
 * Proposes one step to its owner, as an agent with the strategy's credential would: with the same checks and audit log.
 * Every call for the same step returns the same intent.
 * @returns the id of the intent
 * @throws CREDENTIAL_REFUSED, what the checks refuse with, VENUE_NOT_CONFIGURED, and those of `draftSwap` and
 * `proposeExecution`
 */
export async function proposeStep(context: StepContext, turn: StrategyTurn): Promise<string> {
  const made = await context.turns.intentOf(turn);
  if (made !== undefined) return made;
  const { pay_mint, buy_mint, amount_per_step, steps } = dcaTerms.parse(turn.plan);
  const input = swapArguments.parse({ input_mint: pay_mint, output_mint: buy_mint, amount: amount_per_step });
  const caller = await context.callerOf(turn.credentialId);
  if (caller.owner !== turn.owner) throw new LaunchlensError('CREDENTIAL_REFUSED', {});
  const move: Move = {
    outflows: [{ mint: parsePubkey(pay_mint), amount: input.amount }],
    counterparties: [],
    venue: context.venues.find('swap')?.name,
    market: context.venues.marketOf([parsePubkey(pay_mint), parsePubkey(buy_mint)]),
  };
  await admit(context, caller, move);
  const swap = toolNamed(context.control.tools, SWAP);
  const draft = await draftSwap({
    ...{ venue: context.venues.of('swap'), action: SWAP, owner: caller.owner, move },
    ...{ parameters: parametersOf(input), outputMint: parsePubkey(buy_mint), minimumOut: undefined },
    notice: context.venues.equityNotice,
    what: `Step ${turn.step} of ${steps} of strategy ${turn.name}: swap ${input.amount} base units of ${pay_mint}`,
  });
  const propose = (how: Parameters<typeof proposeExecution>[1]['input']) =>
    notingRefusals(context, caller, () =>
      proposeExecution(context.intents, { tool: swap, caller, draft, input: { ...input, ...how } }),
    );
  const { plan } = await propose({ confirm: false });
  const key = stepKey(turn.strategyId, turn.step);
  const { intent } = await propose({ confirm: true, plan_id: plan?.plan_id, idempotency_key: key });
  if (intent === undefined) throw new TypeError('what is confirmed is an intent');
  return intent.id;
}

/** The owner's guardrails, for the strategy and for the resulting swap. The decision is in the owner's audit log. */
async function admit({ control, intents }: StepContext, caller: AgentPrincipal, move: Move): Promise<void> {
  try {
    const held = await control.controls.of(caller.owner);
    const swap = toolNamed(control.tools, SWAP);
    requireRunning(held, swap);
    requireWithinTerms(held, control.markets, { tool: toolNamed(control.tools, STRATEGY), move: undefined });
    const spent = await spentBeside(() => intents, held, { owner: caller.owner, move });
    requireWithinTerms(held, control.markets, { tool: swap, move, spent });
  } catch (error) {
    await noteDecision(control, caller, { tool: SWAP, error: answerableError(error) });
    throw error;
  }
  await noteDecision(control, caller, { tool: SWAP, error: undefined });
}

/** A check that refuses only in the transaction that creates the intent is also in the owner's audit log. */
async function notingRefusals<Value>(
  { control }: StepContext,
  caller: AgentPrincipal,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const told = answerableError(error);
    if (isOfGate(told)) await noteDecision(control, caller, { tool: SWAP, error: told });
    throw error;
  }
}
