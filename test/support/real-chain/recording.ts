import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { geyser } from '../../../core/kernel/geyser.ts';

const FOLDER = resolve(import.meta.dirname, '../../../fixtures/real-chain');

export const CAPTURE_FILE = resolve(FOLDER, 'capture.llcap');

/** One message of the recorded stream, as the plugin sent it. */
export interface RecordedMessage {
  readonly bytes: Buffer;
  /** Of its slot or block; undefined for a ping. */
  readonly slot: bigint | undefined;
  readonly kind: 'account' | 'transaction' | 'block_meta' | 'slot' | 'other';
}

/** Everything that one subscription received from the plugin, in the order in which it came. */
export function recordedStream(): readonly RecordedMessage[] {
  const bytes = zstdDecompressSync(readFileSync(resolve(FOLDER, 'stream.pb.zst')));
  const messages: RecordedMessage[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value: length, next } = readVarint(bytes, at);
    at = next + length;
    messages.push(messageOf(bytes.subarray(next, at)));
  }
  return messages;
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function messageOf(bytes: Buffer): RecordedMessage {
  const { account, transaction, blockMeta, slot } = geyser.SubscribeUpdate.decode(bytes);
  if (account) return { bytes, kind: 'account', slot: BigInt(account.slot) };
  if (transaction) return { bytes, kind: 'transaction', slot: BigInt(transaction.slot) };
  if (blockMeta) return { bytes, kind: 'block_meta', slot: BigInt(blockMeta.slot) };
  if (slot) return { bytes, kind: 'slot', slot: BigInt(slot.slot) };
  return { bytes, kind: 'other', slot: undefined };
}

const account = z.object({ owner: z.string(), data: z.base64() });
const bank = z.object({
  slot: z.int().transform(BigInt),
  time: z.int(),
  accounts: z.record(z.string(), account),
});

/** What the node itself said about its accounts at one slot, by address. */
export type Bank = z.infer<typeof bank>;

/**
 * The node's own words during a recording, ascending by slot. Some slots come twice, confirmed and later finalized.
 */
export function recordedBanks(name: 'stream' | 'capture'): readonly Bank[] {
  const text = zstdDecompressSync(readFileSync(resolve(FOLDER, `${name}.ndjson.zst`))).toString();
  // The last line counts what was sent.
  const lines = text.trimEnd().split('\n').slice(0, -1);
  return lines.map((line) => bank.parse(JSON.parse(line))).toSorted((a, b) => Number(a.slot - b.slot));
}
