import { settlementOutcome } from '../../core/rules/phase.ts';
import type { LaunchState } from './model.ts';

/** Whether this launch's answer has a settlement, and so needs the sums over its pledges. */
export function isSettled(launch: LaunchState): boolean {
  return settlementOutcome(launch.status) !== undefined;
}
