import { counter, gauge } from './metric.ts';

/** What every process depends on: the Solana node and the two stores. */
export const STORE_METRICS = {
  launchlens_rpc_waiting: gauge('Requests to the Solana node that wait for their turn.', 'lane'),
  launchlens_rpc_no_turn_total: counter(
    'Requests to the Solana node whose turn did not come in time.',
    'lane',
  ),
} as const;
