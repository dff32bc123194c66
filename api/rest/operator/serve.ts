import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { OperateKeysContext } from '../../actions/keys/operate.ts';
import type { OperateGateContext } from '../../actions/launch-gate/operate.ts';
import type { ApiMetrics } from '../metrics.ts';
import { serveCredentialTier } from './credential-tier.ts';
import { serveLaunchGate } from './launch-gate.ts';
import { serveRewardEvents } from './reward-events.ts';

export interface OperatorEndpoints {
  /** The bearer token of the operator; undefined where there are no operator endpoints. */
  readonly token: string | undefined;
  readonly ledger: RewardLedger;
  /** Left out where there is no store of decisions. */
  readonly gate?: OperateGateContext | undefined;
}

export interface OperatorServices extends OperatorEndpoints {
  /** Left out where there is no store of decisions. */
  readonly keys: OperateKeysContext | undefined;
  readonly clock: Clock;
  readonly metrics: ApiMetrics;
}

/** Serves what the operator may do over HTTP. */
export function serveOperator(app: FastifyInstance, services: OperatorServices): void {
  const { token, ledger, gate, keys, clock, metrics } = services;
  serveRewardEvents(app, { token, ledger, clock, metrics });
  if (keys) serveCredentialTier(app, { token, context: keys, metrics });
  if (gate) serveLaunchGate(app, { token, context: gate, metrics });
}
