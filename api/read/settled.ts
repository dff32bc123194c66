import { settlementOutcome } from '../../core/rules/phase.ts';
import type { LaunchState } from './model.ts';

/** Whether an answer about this launch carries a settlement, and so needs the sums over its pledges. */
export function isSettled(launch: LaunchState): boolean {
  return settlementOutcome(launch.status) !== undefined;
}
