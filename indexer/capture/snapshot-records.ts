import type { SlotBuffer } from '../model/slot-buffer.ts';
import { PLEDGE_VERSIONS } from '../model/tables.ts';
import type { ByteWriter } from '../source/capture/byte-writer.ts';
import { ACCOUNT_FIXED_BYTES, PUBKEY_BYTES, RECORD, RECORD_HEAD_BYTES } from '../source/capture/record.ts';
import type { RawSlot } from './raw-slot.ts';

/** One account of a snapshot, in the raw slot that brought its newest state. */
interface NewestState {
  readonly raw: RawSlot;
  readonly entry: RawSlot['entries'][number];
}

/** What was read and streamed for a snapshot: the rows, and the input they came from. */
export interface SnapshotPart {
  readonly buffer: SlotBuffer;
  readonly raw: RawSlot;
}

/**
 * The accounts that exist after all parts, each in its newest state. The program's own come first, because its
 * launches determine what the others are.
 */
export function newestStates(parts: readonly SnapshotPart[], program: Uint8Array): NewestState[] {
  const states = new Map<string, NewestState>();
  for (const { raw, buffer } of parts) {
    for (const entry of raw.entries) {
      const address = raw.addressOf(entry);
      const known = states.get(address);
      if (known === undefined || entry.slot >= known.entry.slot) states.set(address, { raw, entry });
    }
    // Closures shown only by a transaction are among the rows but did not arrive as accounts.
    for (const address of closedPledges(buffer)) states.delete(address);
  }
  const existing = [...states.values()].filter(({ entry }) => !entry.closed);
  const [own, others] = [true, false].map((wanted) =>
    existing.filter((state) => isOwned(state, program) === wanted),
  );
  return [...(own ?? []), ...(others ?? [])];
}

function closedPledges({ pledges }: SlotBuffer): string[] {
  const { address, closed } = PLEDGE_VERSIONS.byName;
  const rows = Array.from({ length: pledges.rows }, (_, row) => row);
  return rows
    .filter((row) => pledges.u8(closed, row) === 1)
    .map((row) => pledges.bytes(address, row).toString('latin1'));
}

function isOwned({ raw, entry }: NewestState, program: Uint8Array): boolean {
  const at = entry.at + RECORD_HEAD_BYTES + PUBKEY_BYTES;
  return raw.accounts.written.subarray(at, at + PUBKEY_BYTES).equals(program);
}

/** Copies an account as a state: a snapshot does not show which write made it. */
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
