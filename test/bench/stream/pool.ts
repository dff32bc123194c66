import { createHash } from 'node:crypto';
import { geyser } from '../../../core/kernel/geyser.ts';
import { frame } from '../../../fixtures/localnet/yellowstone/grpc/framing.ts';

/** Distinct updates a server sends round and round. */
export const POOL_UPDATES = 40_000;
/** Frames a write: many small DATA frames in a row end the official client's connection. */
const FRAMES_PER_WRITE = 64;

/** A Pledge account update of 139 data bytes, as a Yellowstone server sends it. */
function update(index: number): Uint8Array {
  const seed = createHash('sha512').update(String(index)).digest();
  return geyser.SubscribeUpdate.encode({
    filters: ['program'],
    account: {
      slot: String(400_000_000 + Math.floor(index / 4_000)),
      isStartup: false,
      account: {
        pubkey: seed.subarray(0, 32),
        lamports: '1858320',
        owner: new Uint8Array(32).fill(7),
        executable: false,
        rentEpoch: '18446744073709551615',
        data: Buffer.concat([seed, seed, seed]).subarray(0, 139),
        writeVersion: String(1_000_000 + index),
        txnSignature: seed,
      },
    },
    createdAt: new Date(1_790_000_000_000),
  }).finish();
}

/** The whole pool as writes of many frames each. */
export function framedPool(): Buffer[] {
  const frames = Array.from({ length: POOL_UPDATES }, (_, index) => frame(update(index)));
  const writes: Buffer[] = [];
  for (let at = 0; at < frames.length; at += FRAMES_PER_WRITE) {
    writes.push(Buffer.concat(frames.slice(at, at + FRAMES_PER_WRITE)));
  }
  return writes;
}

/** What a client that saw `rounds` whole pools has as the sum of all write versions. */
export function poolChecksum(rounds: number): number {
  return rounds * POOL_UPDATES * (1_000_000 + (POOL_UPDATES - 1) / 2);
}
