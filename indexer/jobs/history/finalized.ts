import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import type { RpcClient } from '../../source/rpc/client.ts';

/** A slot is finalized about 13 seconds after it was confirmed. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 500;

export interface FinalizedOptions {
  readonly rpc: RpcClient;
  readonly commitment: Commitment;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Waits until the node has finalized `slot`. @throws CHAIN_NOT_FINAL */
export async function finalizedReaches(
  slot: bigint,
  { rpc, commitment, clock, signal }: FinalizedOptions,
): Promise<void> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const finalized = await rpc.getSlot({ commitment, signal });
    if (finalized >= slot) return;
    if (clock.now() > until) {
      throw new LaunchlensError('CHAIN_NOT_FINAL', { host: rpc.host, slot, finalized });
    }
    await clock.sleep(LOOK_MS, signal);
  }
}
