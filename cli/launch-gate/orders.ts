import { z } from 'zod';
import { gateLegs, launchGateAnswer, removeLeg, setLeg } from '../../api/actions/launch-gate/gate.ts';
import { createLaunchGate } from '../../api/state/launch-gate.ts';
import { gateLegGiven, launchGate as line } from '../../schemas/rest/launch-gate.ts';
import { decisionOrder } from '../operator/order.ts';
import { operatorGiven } from '../operator/protocol.ts';

const set = z.strictObject({ ...gateLegGiven, operator: operatorGiven });

/** Each returns the whole gate afterwards, in one line. */
export const LAUNCH_GATE_ORDERS = {
  list: decisionOrder({
    name: 'launch-gate-list',
    input: z.strictObject({}),
    line,
    async *run({ oltp }) {
      yield launchGateAnswer(gateLegs(await createLaunchGate(oltp).read()));
    },
  }),

  /** @throws LAUNCH_GATE_FULL */
  set: decisionOrder({
    name: 'launch-gate-set',
    input: set,
    line,
    async *run({ oltp, clock }, input) {
      yield await setLeg({ launchGate: createLaunchGate(oltp), clock }, input);
    },
  }),

  /** @throws GATE_LEG_UNKNOWN */
  remove: decisionOrder({
    name: 'launch-gate-remove',
    input: set.omit({ status: true }),
    line,
    async *run({ oltp, clock }, input) {
      yield await removeLeg({ launchGate: createLaunchGate(oltp), clock }, input);
    },
  }),
};
