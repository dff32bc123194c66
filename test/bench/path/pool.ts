import { createHash } from 'node:crypto';
import { geyser } from '../../../core/kernel/geyser.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { frame } from '../../../fixtures/localnet/yellowstone/grpc/framing.ts';
import { LEVELS, type Payload, STATUS_OF_LEVEL } from '../../../fixtures/localnet/yellowstone/message.ts';
import { PLEDGE } from '../../../idl/escrow.ts';
import { type AccountLayout, fieldOf } from '../../../idl/layout.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { BLOCK_TIME, FIRST_SLOT, LAUNCH_ID, PLEDGES_PER_SLOT, TOTAL_SLOTS } from './plan.ts';

/** Frames a write: many small DATA frames in a row end the official client's connection. */
const FRAMES_PER_WRITE = 512;
const OWNER = pubkeyBytes(LOCALNET_PROGRAM_ID);

/** What a server sends for each slot, in writes of many frames each. Every pledge differs from all others. */
export function framedSlots(): Buffer[][] {
  return Array.from({ length: TOTAL_SLOTS }, (_, slot) => grouped([...slotFrames(slot)]));
}

/** A slot as a server tells it: its writes, its block, then its statuses. */
function* slotFrames(index: number): Generator<Buffer> {
  const slot = String(FIRST_SLOT + BigInt(index));
  const parent = String(FIRST_SLOT + BigInt(index) - 1n);
  for (let place = 0; place < PLEDGES_PER_SLOT; place += 1) {
    yield framed(['program'], pledgeUpdate(slot, index * PLEDGES_PER_SLOT + place));
  }
  yield framed(['all'], {
    blockMeta: {
      slot,
      blockhash: `block ${slot}`,
      rewards: { rewards: [], numPartitions: undefined },
      blockTime: { timestamp: String(BLOCK_TIME) },
      blockHeight: { blockHeight: slot },
      parentSlot: parent,
      parentBlockhash: `block ${parent}`,
      executedTransactionCount: String(PLEDGES_PER_SLOT),
      entriesCount: '1',
    },
  });
  for (const level of LEVELS.slice(0, 2)) {
    yield framed(['all'], { slot: { slot, parent, status: STATUS_OF_LEVEL[level], deadError: undefined } });
  }
}

function pledgeUpdate(slot: string, index: number): Payload {
  const seed = createHash('sha512').update(String(index)).digest();
  return {
    account: {
      slot,
      isStartup: false,
      account: {
        pubkey: seed.subarray(0, 32),
        lamports: '1858320',
        owner: OWNER,
        executable: false,
        rentEpoch: '18446744073709551615',
        data: pledgeBytes(PLEDGE, seed, index),
        writeVersion: String(1_000_000_000 + index),
        txnSignature: seed,
      },
    },
  };
}

function pledgeBytes(layout: AccountLayout, seed: Buffer, index: number): Buffer {
  const data = Buffer.alloc(layout.size);
  data.set(layout.discriminator);
  data.writeBigUInt64LE(LAUNCH_ID, fieldOf(layout, 'launch_id').offset);
  data.set(seed.subarray(32), fieldOf(layout, 'pledger').offset);
  data.writeBigUInt64LE(1_000_000n + BigInt(index), fieldOf(layout, 'amount').offset);
  data.writeBigInt64LE(BLOCK_TIME + BigInt(index), fieldOf(layout, 'pledged_ts').offset);
  data.set(seed, fieldOf(layout, 'tail').offset);
  return data;
}

function framed(filters: string[], payload: Payload): Buffer {
  const createdAt = new Date(Number(BLOCK_TIME) * 1000);
  return frame(geyser.SubscribeUpdate.encode({ ...payload, filters, createdAt }).finish());
}

function grouped(frames: readonly Buffer[]): Buffer[] {
  const groups = Array.from({ length: Math.ceil(frames.length / FRAMES_PER_WRITE) }, (_, group) =>
    frames.slice(group * FRAMES_PER_WRITE, (group + 1) * FRAMES_PER_WRITE),
  );
  return groups.map((group) => Buffer.concat(group));
}
