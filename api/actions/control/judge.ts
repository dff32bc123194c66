import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Gated, holdOf } from '../../../core/rules/gates.ts';
import { type MarketLists, marketIs, marketOf } from '../../../core/rules/jurisdictions.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { modeForbids } from '../../../core/rules/permission-mode.ts';
import { dayBreach, intentBreach, type LimitBreach } from '../../../core/rules/spending-limits.ts';
import { policyBreach } from '../../../core/rules/wallet-policy.ts';
import { stoppedBy } from '../../../core/rules/wallet-switch.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';

/** What is judged: a tool, and what a call of it would move where it moves something. */
export interface Judged {
  readonly tool: Gated;
  readonly move: Move | undefined;
  /** Of each mint in the 24 hours before; undefined where the limits of a day are not judged. */
  readonly spent?: ReadonlyMap<string, bigint> | undefined;
}

/** The gates that need no arguments: kill switch, pause and permission mode. @throws WALLET_KILLED, WALLET_PAUSED, PERMISSION_MODE_FORBIDS */
export function requireRunning({ switchState, mode }: WalletControl, tool: Gated): void {
  const hold = holdOf(tool);
  const stopped = stoppedBy(switchState, hold);
  if (stopped === 'kill') throw new LaunchlensError('WALLET_KILLED', {});
  if (stopped === 'pause') throw new LaunchlensError('WALLET_PAUSED', {});
  if (modeForbids(mode, hold))
    throw new LaunchlensError('PERMISSION_MODE_FORBIDS', { tool: tool.name, mode });
}

/**
 * Policy, the limits of one intent and of a day, and jurisdiction. The limit of a day holds only for whoever judges it in
 * a transaction that holds the owner's control: only there nobody else spends meanwhile.
 * @throws POLICY_FORBIDS, LIMIT_EXCEEDED, JURISDICTION_UNKNOWN, JURISDICTION_FORBIDS
 */
export function requireWithinTerms(
  control: WalletControl,
  markets: MarketLists,
  { tool, move, spent }: Judged,
): void {
  if (holdOf(tool) !== 'all') return;
  const counterparties = control.counterparties.map(({ address }) => address);
  const breach = policyBreach({ policy: control.policy, counterparties }, tool.name, move);
  if (breach) throw new LaunchlensError('POLICY_FORBIDS', breach);
  if (move) refuseBreach(intentBreach(control.limits, move.outflows));
  if (move && spent) requireWithinDay(control, move, spent);
  for (const market of [marketOf(tool), move?.market]) {
    if (market === undefined) continue;
    const { jurisdiction } = control;
    const verdict = marketIs(markets, market, jurisdiction);
    if (verdict === 'unknown') throw new LaunchlensError('JURISDICTION_UNKNOWN', { market });
    if (verdict === 'forbidden') {
      throw new LaunchlensError('JURISDICTION_FORBIDS', { market, jurisdiction: jurisdiction ?? '' });
    }
  }
}

/** The limit of a day, with what was spent of each mint in the 24 hours before. @throws LIMIT_EXCEEDED */
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
