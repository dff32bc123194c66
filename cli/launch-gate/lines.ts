import { z } from 'zod';
import { gateLegs, launchGateAnswer, removeLeg, setLeg } from '../../api/actions/launch-gate/gate.ts';
import { createLaunchGate } from '../../api/state/launch-gate.ts';
import { gateLegGiven, type LaunchGateAnswer } from '../../schemas/rest/launch-gate.ts';
import type { DecisionParts } from '../operator/ask.ts';
import { operatorGiven } from '../operator/operator-name.ts';

export const listInput = z.strictObject({});
export const setInput = z.strictObject({ ...gateLegGiven, operator: operatorGiven });
export const removeInput = setInput.omit({ status: true });

export type SetInput = z.output<typeof setInput>;
export type RemoveInput = z.output<typeof removeInput>;

/** Each returns the whole gate afterwards, in one line. */
type GateLines = AsyncGenerator<LaunchGateAnswer>;

export async function* listLines({ oltp }: DecisionParts): GateLines {
  yield launchGateAnswer(gateLegs(await createLaunchGate(oltp).read()));
}

/** @throws LAUNCH_GATE_FULL */
export async function* setLines({ oltp, clock }: DecisionParts, input: SetInput): GateLines {
  yield await setLeg({ launchGate: createLaunchGate(oltp), clock }, input);
}

/** @throws GATE_LEG_UNKNOWN */
export async function* removeLines({ oltp, clock }: DecisionParts, input: RemoveInput): GateLines {
  yield await removeLeg({ launchGate: createLaunchGate(oltp), clock }, input);
}
