import type { FastifyInstance } from 'fastify';
import { launchGateChange } from '../../../schemas/rest/launch-gate.ts';
import { type OperateGateContext, removeLeg, setLeg } from '../../actions/launch-gate/operate.ts';
import { parseBody } from '../accounts/parse-body.ts';
import type { ApiMetrics } from '../metrics.ts';
import { BASE_PATH } from '../routes/all.ts';
import { OPERATOR_OVER_HTTP } from './authority.ts';
import { serveOperatorPost } from './serve-post.ts';

export const LAUNCH_GATE_PATH = '/operator/launch-gate/';

export interface LaunchGateServices {
  /** The bearer token of the operator; without it there is no such path. */
  readonly token: string | undefined;
  readonly context: OperateGateContext;
  readonly metrics: ApiMetrics;
}

/** Serves the operator's way to set the legs of the launch gate, one at a time. */
export function serveLaunchGate(app: FastifyInstance, { context, ...rest }: LaunchGateServices): void {
  serveOperatorPost(app, {
    ...{ ...rest, url: `${BASE_PATH}${LAUNCH_GATE_PATH}` },
    handle: async ({ body }) => {
      const { name, status, note = '' } = parseBody(launchGateChange, body);
      const leg = { name, note, operator: OPERATOR_OVER_HTTP };
      return status === undefined ? removeLeg(context, leg) : setLeg(context, { ...leg, status });
    },
  });
}
