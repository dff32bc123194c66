import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Execution } from '../core/rules/paper/execute.ts';
import type { Fill, Holdings, Position } from '../core/rules/paper/portfolio.ts';

export interface Verification {
  /** Whether the executed position is the planned one. */
  readonly matched: boolean;
}

/**
 * Checks the books after a step: a mismatch names a guardrail, no balance is negative, and a fill moved exactly its
 * notional and costs.
 * @throws HARNESS_UNBALANCED
 */
export function verify(
  { i, planned, before }: { readonly i: number; readonly planned: Position; readonly before: Holdings },
  { executed, veto, fill, holdings }: Execution,
): Verification {
  const matched = planned === executed;
  const fail = (detail: string): never => {
    throw new LaunchlensError('HARNESS_UNBALANCED', { bar: i, detail });
  };
  if (matched === (veto !== null))
    fail('the executed position is not the planned one, and no guardrail says why');
  if (holdings.cash < 0n || holdings.quantity < 0n) fail('something is owed');
  if (holdings.cash !== before.cash + cashFlow(fill)) fail('cash moved by another amount than the fill');
  if (holdings.quantity !== before.quantity + quantityFlow(fill))
    fail('the quantity is not that of the fill');
  return { matched };
}

function cashFlow(fill: Fill | undefined): bigint {
  if (!fill) return 0n;
  const { technology, slippage, priority } = fill.costs;
  return (fill.side === 'sell' ? fill.notional : -fill.notional) - technology - slippage - priority;
}

function quantityFlow(fill: Fill | undefined): bigint {
  if (!fill) return 0n;
  return fill.side === 'buy' ? fill.quantity : -fill.quantity;
}
