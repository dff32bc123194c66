import type { Registry } from 'prom-client';
import { by, exposeAll } from '../kernel/metrics/expose.ts';
import { RPC_LANES, type RpcLaneCounts, type RpcLimit } from './rate-limit.ts';

/** Registers what this process asks of the Solana node. */
export function registerRpcMetrics(
  { lanes, calls }: Pick<RpcLimit, 'lanes' | 'calls'>,
  registry: Registry,
): void {
  calls.exposeIn(registry);
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
