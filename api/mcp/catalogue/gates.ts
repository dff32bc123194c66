import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import { isTrailed } from '../../../core/rules/gates.ts';
import type { MarketLists } from '../../../core/rules/jurisdictions.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import {
  requireMarketsOpen,
  requireRunning,
  requireToolAllowed,
  requireWithinTerms,
} from '../../actions/control/judge.ts';
import { isOfGate, noteDecision } from '../../actions/control/trail.ts';
import { spentBeside } from '../../actions/intents/spent.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import { isAnonymous } from './anonymous.ts';
import { controlOf } from './control-of.ts';
import { intentsOf } from './execution-tool.ts';
import { parseArguments } from './parse-arguments.ts';
import { spoken } from './spoken.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface Call {
  readonly tool: Tool;
  /** The raw arguments. */
  readonly raw: unknown;
  /** Undefined for an anonymous call. */
  readonly caller: AgentPrincipal | undefined;
  /** Whether the credential has used up its rate: then only tools that stop agents may be called. */
  readonly beyondRate?: boolean | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const NO_MARKETS: MarketLists = { perps: [], equity: [], offramp: [] };

/**
 * Runs all checks of a call's tool, in order, and returns its arguments. The decision is in the owner's audit log before
 * anything is done; if it cannot be written, nothing is done.
 * @throws MISSING_SCOPE, and what the checks and the arguments are refused with
 */
export async function admit(call: Call, context: ToolContext): Promise<Values> {
  const { tool, raw, caller } = call;
  if (caller === undefined) return admitAnybody(call, context);
  const passage = { tool, caller, raw };
  try {
    const { input, control } = await judged(call, caller, context);
    // Beyond its rate, a credential would fill the log by stopping what is already stopped.
    const changesNothing = call.beyondRate && control.switchState !== 'on';
    if (isTrailed(tool) && !changesNothing) await note(context, passage);
    return input;
  } catch (error) {
    if (isTrailed(tool) || isOfGate(spoken(error))) await note(context, passage, error);
    throw error;
  }
}

/** Without a credential no country is known, so no restricted market is open. */
function admitAnybody({ tool, raw }: Call, context: ToolContext): Values {
  if (!isAnonymous(tool)) throw missingScope(tool);
  const input = argumentsOf(tool, raw);
  requireMarketsOpen(NO_MARKETS, undefined, [tool.market, tool.enters?.(context, input)]);
  return input;
}

/** Records a late refusal of an allowed call: the checks run again where their inputs are locked. */
export async function noteLateRefusal(call: Call, context: ToolContext, error: unknown): Promise<void> {
  const { tool, caller, raw } = call;
  if (caller === undefined || !isTrailed(tool) || !isOfGate(spoken(error))) return;
  await note(context, { tool, caller, raw }, error);
}

interface Judged {
  readonly input: Values;
  readonly control: WalletControl;
}

async function judged({ tool, raw }: Call, caller: AgentPrincipal, context: ToolContext): Promise<Judged> {
  if (!caller.scopes.has(tool.scope)) throw missingScope(tool);
  const { controls, markets } = controlOf(context);
  const control = await controls.of(caller.owner);
  requireRunning(control, tool);
  const input = argumentsOf(tool, raw);
  // A move is found by looking at the chain, which nobody does for a tool that is denied.
  requireToolAllowed(control, tool);
  const move = await tool.move?.(context, input, caller);
  const market = tool.enters?.(context, input);
  const spent = await spentBeside(() => intentsOf(context), control, { owner: caller.owner, move });
  requireWithinTerms(control, markets, { tool, move, market, spent });
  return { input, control };
}

/** @throws SECRET_REFUSED, ARGUMENTS_TOO_LARGE, and what arguments are refused with */
function argumentsOf(tool: Tool, raw: unknown): Values {
  const search = (): void => {
    if (isTrailed(tool)) refuseSecrets(raw, { hexKeys: tool.scope === 'wallet_admin' });
  };
  let values: Values;
  try {
    values = parseArguments(tool.input, raw);
  } catch (flaw) {
    // A caller that sends a key together with a mistake must learn that the key leaked.
    search();
    throw flaw;
  }
  search();
  return values;
}

type Passage = Omit<Call, 'caller'> & { readonly caller: AgentPrincipal };

async function note(context: ToolContext, { tool, caller, raw }: Passage, error?: unknown): Promise<void> {
  const told = error === undefined ? undefined : spoken(error);
  const action = tool.actionOf(raw);
  const named = action === undefined ? tool.name : `${tool.name}:${action}`;
  await noteDecision(controlOf(context), caller, { tool: named, error: told });
}

function missingScope({ name, scope }: Tool): LaunchlensError {
  return new LaunchlensError('MISSING_SCOPE', { tool: name, scope });
}
