import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Gated, GatedTools } from '../../../core/rules/gates.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { modeForbids } from '../../../core/rules/permission-mode.ts';
import { type GatedMarket, type MarketLists, marketIs } from '../../../core/rules/restricted-markets.ts';
import { dayBreach, intentBreach, type LimitBreach } from '../../../core/rules/spending-limits.ts';
import { policyBreach } from '../../../core/rules/wallet-policy.ts';
import { stoppedBy } from '../../../core/rules/wallet-switch.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import type { Actor, ControlContext } from '../control/context.ts';

/** What is checked of a call. */
export interface Checked {
  readonly tool: Gated;
  /** The tool whose effect it is, where that is another one: its policy and its market count as well. */
  readonly action?: Gated | undefined;
  /** What it would move, where it moves something. */
  readonly move?: Move | undefined;
  /** A market that this call enters, where its arguments decide that. */
  readonly market?: GatedMarket | undefined;
  /** Per mint in the 24 hours before; undefined if daily limits are not checked. */
  readonly spent?: ReadonlyMap<string, bigint> | undefined;
}

/**
 * The checks that need no arguments: kill switch, pause and permission mode. @throws WALLET_KILLED, WALLET_PAUSED,
 * PERMISSION_MODE_FORBIDS
 */
export function requireRunning({ switchState, mode }: WalletControl, { name, hold }: Gated): void {
  const stopped = stoppedBy(switchState, hold);
  if (stopped === 'kill') throw new LaunchlensError('WALLET_KILLED', {});
  if (stopped === 'pause') throw new LaunchlensError('WALLET_PAUSED', {});
  if (modeForbids(mode, hold)) throw new LaunchlensError('PERMISSION_MODE_FORBIDS', { tool: name, mode });
}

/** Whether the policy lets agents call a tool at all, which needs no look at what a call would move. @throws POLICY_FORBIDS */
export function requireToolAllowed({ policy }: WalletControl, { name, stopsAgents }: Gated): void {
  const breach = stopsAgents ? undefined : policyBreach({ policy, counterparties: [] }, name, undefined);
  if (breach) throw new LaunchlensError('POLICY_FORBIDS', breach);
}

/**
 * Policy, per-intent and daily limits, and jurisdiction, for every tool except those that stop agents. The daily limit
 * is only reliable in a transaction that locks the owner's control, where nobody else can spend.
 * @throws POLICY_FORBIDS, LIMIT_EXCEEDED, JURISDICTION_UNKNOWN, JURISDICTION_FORBIDS
 */
export function requireWithinTerms(
  control: WalletControl,
  markets: MarketLists,
  { tool, action = tool, move, market, spent }: Checked,
): void {
  if (tool.stopsAgents) return;
  const counterparties = control.counterparties.map(({ address }) => address);
  const terms = { policy: control.policy, counterparties };
  const breach = policyBreach(terms, tool.name, undefined) ?? policyBreach(terms, action.name, move);
  if (breach) throw new LaunchlensError('POLICY_FORBIDS', breach);
  if (move) refuseBreach(intentBreach(control.limits, move.outflows));
  if (move && spent) requireWithinDay(control, move, spent);
  requireMarketsOpen(markets, control.jurisdiction, [tool.market, action.market, market, move?.market]);
}

/** @param declared the owner's country; undefined if unknown. @throws JURISDICTION_UNKNOWN, JURISDICTION_FORBIDS */
export function requireMarketsOpen(
  lists: MarketLists,
  declared: string | undefined,
  entered: readonly (GatedMarket | undefined)[],
): void {
  for (const market of entered) {
    if (market === undefined) continue;
    const verdict = marketIs(lists, market, declared);
    if (verdict === 'unknown') throw new LaunchlensError('JURISDICTION_UNKNOWN', { market });
    if (verdict === 'forbidden') {
      throw new LaunchlensError('JURISDICTION_FORBIDS', { market, jurisdiction: declared ?? '' });
    }
  }
}

/**
 * Checks an agent's tool again, in the transaction that sets something: changes by the owner since the first check
 * apply.
 */
export function requireActorAllowed(
  { tools, markets }: Pick<ControlContext, 'tools' | 'markets'>,
  held: WalletControl,
  { agent }: Actor,
): void {
  if (!agent) return;
  const tool = toolNamed(tools, agent.tool);
  requireRunning(held, tool);
  requireWithinTerms(held, markets, { tool });
}

/** What the checks need to know about a tool of this version. */
export function toolNamed(tools: GatedTools, name: string): Gated {
  const tool = tools.get(name);
  if (tool === undefined)
    throw new LaunchlensError('INTERNAL', {}, new TypeError(`no tool is named ${name}`));
  return tool;
}

/** The daily limit, given what was spent per mint in the 24 hours before. @throws LIMIT_EXCEEDED */
export function requireWithinDay(
  control: WalletControl,
  move: Move,
  spent: ReadonlyMap<string, bigint>,
): void {
  refuseBreach(dayBreach(control.limits, move.outflows, spent));
}

function refuseBreach(breach: LimitBreach | undefined): void {
  if (breach) throw new LaunchlensError('LIMIT_EXCEEDED', breach);
}
