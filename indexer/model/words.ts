import type { AccountView } from './source.ts';

/** The two buffers of an account view, opened for reads of 8-byte words. */
export interface AccountWords {
  readonly bytes: DataView;
  readonly numbers: DataView;
}

const EMPTY: Buffer = Buffer.alloc(0);

// A source often delivers many accounts in one buffer, so the last views usually fit the next one.
let lastBytes = EMPTY;
let lastNumbers = EMPTY;
const opened: { bytes: DataView; numbers: DataView } = { bytes: viewOf(EMPTY), numbers: viewOf(EMPTY) };

/** Opens a view; the next call overwrites the result. */
export function wordsOf({ bytes, numbers }: AccountView): AccountWords {
  if (bytes !== lastBytes) {
    opened.bytes = viewOf(bytes);
    lastBytes = bytes;
  }
  if (numbers !== lastNumbers) {
    opened.numbers = viewOf(numbers);
    lastNumbers = numbers;
  }
  return opened;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Copies `count` words of 8 bytes. Below some 100 bytes this is several times faster than `Buffer.copy`. */
export function copyWords(to: DataView, toAt: number, from: DataView, fromAt: number, count: number): void {
  for (let at = 0; at < count * 8; at += 8) {
    to.setBigUint64(toAt + at, from.getBigUint64(fromAt + at, true), true);
  }
}

/** Whether 32 bytes are equal. */
export function equalKeys(a: DataView, aAt: number, b: DataView, bAt: number): boolean {
  for (let at = 0; at < 32; at += 4) {
    if (a.getInt32(aAt + at, true) !== b.getInt32(bAt + at, true)) return false;
  }
  return true;
}

/** Bytes as a key of maps and sets. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
