import type { AccountUpdate } from '../../support/account-view.ts';
import type { Random } from './random.ts';

/** Few addresses and write versions, so that writes of one slot meet. */
const ADDRESSES = ['first', 'second', 'third'].map((name) => Buffer.alloc(32, name));

/** An update with these bytes; what else it holds lies at its edges now and then. */
export function updateOf(data: Uint8Array, owner: Uint8Array, random: Random): AccountUpdate {
  return {
    pubkey: random.once(4) ? random.bytes(32) : random.pick(ADDRESSES),
    owner,
    data,
    lamports: random.once(6) ? 0n : random.u64() || 1n,
    slot: random.u64(),
    writeVersion: random.once(2) ? BigInt(random.below(4)) : random.u64(),
    ...(random.once(3) ? {} : { signature: random.bytes(64) }),
  };
}
