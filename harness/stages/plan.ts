import type { Position } from '../../core/rules/paper/portfolio.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { Assessment } from './assess.ts';

/** The position that the strategy wants, before any guardrail. */
export function plan<Reading>(strategy: Strategy<Reading>, { reading }: Assessment<Reading>): Position {
  return strategy.plan(reading);
}
