import type { ByteWriter } from '../source/capture/byte-writer.ts';
import { ACCOUNT_FIXED_BYTES, PUBKEY_BYTES, RECORD, RECORD_HEAD_BYTES } from '../source/capture/record.ts';
import type { RawSlot } from './raw-slot.ts';

/** One account of a snapshot, in the raw slot that brought its newest state. */
interface NewestState {
  readonly raw: RawSlot;
  readonly entry: RawSlot['entries'][number];
}

/** The accounts that exist after everything in the raw slots, each as its newest update left it. */
export function newestStates(raws: readonly RawSlot[]): NewestState[] {
  const states = new Map<string, NewestState>();
  for (const raw of raws) {
    for (const entry of raw.entries) {
      const address = raw.addressOf(entry);
      const known = states.get(address);
      if (known === undefined || entry.slot >= known.entry.slot) states.set(address, { raw, entry });
    }
  }
  return [...states.values()].filter(({ entry }) => !entry.closed);
}

/** Copies an account as a state: a snapshot does not tell which write made it. */
export function writeState(into: ByteWriter, { raw, entry }: NewestState): void {
  const bytes = raw.accounts.written;
  const body = entry.at + RECORD_HEAD_BYTES;
  const end = body + bytes.readUInt32LE(entry.at + 1);
  const flagsAt = body + ACCOUNT_FIXED_BYTES - 1;
  const dataAt = flagsAt + 1 + (bytes[flagsAt] === 0 ? 0 : 64);
  into.u8(RECORD.account);
  into.u32(ACCOUNT_FIXED_BYTES + end - dataAt);
  into.bytes(bytes, body, body + 2 * PUBKEY_BYTES + 8);
  into.u64(0n);
  into.u8(0);
  into.bytes(bytes, dataAt, end);
}
