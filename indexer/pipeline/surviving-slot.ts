import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import type { DeliveredSlot } from '../track/unfinalized-tail.ts';

export interface SurvivingOptions {
  readonly rpc: { readonly ledger: Pick<RpcClient['ledger'], 'hasBlock'> };
  readonly commitment: Commitment;
  readonly signal: AbortSignal;
}

/**
 * Asks which of the newest emitted slots, ascending, is the last one on the chain: a stream that begins above them
 * cannot show it. A slot of which no node can tell counts as surviving. Undefined if all are dead.
 * @throws the errors of RPC
 */
export async function survivingSlot(
  slots: readonly DeliveredSlot[],
  { rpc, commitment, signal }: SurvivingOptions,
): Promise<bigint | undefined> {
  const survives = async (slot: DeliveredSlot): Promise<boolean> =>
    (await rpc.ledger.hasBlock(slot, { commitment, signal })) !== false;
  // Nearly always nothing died, and one request is enough.
  const newest = slots.at(-1);
  if (!newest || (await survives(newest))) return newest?.slot;
  // All ancestors of a surviving slot survive: below `alive` all do, from `dead` on none.
  let alive = -1;
  let dead = slots.length - 1;
  while (dead - alive > 1) {
    const middle = (alive + dead) >> 1;
    if (await survives(slots[middle] as DeliveredSlot)) alive = middle;
    else dead = middle;
  }
  return slots[alive]?.slot;
}
