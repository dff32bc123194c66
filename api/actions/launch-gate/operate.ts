import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { GateLegStatus, LaunchGateAnswer } from '../../../schemas/rest/launch-gate.ts';
import type { LaunchGate } from '../../state/launch-gate.ts';
import { gateLegs, launchGateAnswer } from './answer.ts';

/** The dependencies for operators who set the launch gate. Actions are recorded under the operator's name. */
export interface OperateGateContext {
  readonly launchGate: LaunchGate;
  readonly clock: Clock;
}

export interface LegChange {
  readonly name: string;
  readonly status: GateLegStatus;
  readonly note: string;
  readonly operator: string;
}

/** People do not read a longer list. */
export const MOST_LEGS = 32;

/** The gate after setting the leg; a new leg comes last. @throws LAUNCH_GATE_FULL */
export async function setLeg(
  { launchGate, clock }: OperateGateContext,
  { operator, ...leg }: LegChange,
): Promise<LaunchGateAnswer> {
  const at = clock.now();
  const action = { at, operator, action: 'launch-gate set', details: leg };
  const state = await launchGate.set({ ...leg, updatedAt: at }, action, MOST_LEGS);
  if (!state) throw new LaunchlensError('LAUNCH_GATE_FULL', { most: MOST_LEGS });
  return launchGateAnswer(gateLegs(state));
}

/** The gate after removing the leg. @throws GATE_LEG_UNKNOWN */
export async function removeLeg(
  { launchGate, clock }: OperateGateContext,
  { operator, ...leg }: Pick<LegChange, 'name' | 'note' | 'operator'>,
): Promise<LaunchGateAnswer> {
  const action = { at: clock.now(), operator, action: 'launch-gate remove', details: leg };
  const state = await launchGate.remove(leg.name, action);
  if (!state) throw new LaunchlensError('GATE_LEG_UNKNOWN', {});
  return launchGateAnswer(gateLegs(state));
}
