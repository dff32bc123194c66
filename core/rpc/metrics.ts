import type { Registry } from 'prom-client';
import { by, exposeAll } from '../kernel/metrics/expose.ts';
import { RPC_LANES, type RpcLaneCounts, type RpcLimit } from './rate-limit.ts';

/** Registers how many requests wait for their turn at the Solana node, and how many waited too long. */
export function registerRpcMetrics({ lanes }: Pick<RpcLimit, 'lanes'>, registry: Registry): void {
  const byLane = (count: keyof RpcLaneCounts) => () =>
    by(
      'lane',
      RPC_LANES.map((lane) => [lane, lanes[lane][count]]),
    );
  exposeAll(registry, {
    launchlens_rpc_waiting: byLane('waiting'),
    launchlens_rpc_no_turn_total: byLane('refused'),
  });
}
