import { Counter, Gauge, type Registry } from 'prom-client';
import { RPC_LANES, type RpcLimit } from './rate-limit.ts';

/** Registers how many requests wait for their turn at the Solana node, and how many waited too long. */
export function registerRpcMetrics({ lanes }: Pick<RpcLimit, 'lanes'>, registry: Registry): void {
  const common = { labelNames: ['lane'], registers: [registry] };
  new Gauge({
    ...common,
    name: 'launchlens_rpc_waiting',
    help: 'Requests to the Solana node that wait for their turn.',
    collect() {
      for (const lane of RPC_LANES) this.set({ lane }, lanes[lane].waiting);
    },
  });
  new Counter({
    ...common,
    name: 'launchlens_rpc_no_turn_total',
    help: 'Requests to the Solana node that were refused because their turn did not come in time.',
    collect() {
      this.reset();
      for (const lane of RPC_LANES) this.inc({ lane }, lanes[lane].refused);
    },
  });
}
