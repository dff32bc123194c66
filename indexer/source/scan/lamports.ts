import { malformed, type WireCursor } from './wire.ts';

/** One byte names an account. */
const MAX_KEYS = 256;

/** Which accounts of a transaction have lamports before and after it, by their index among its keys. */
export interface LamportsHeld {
  readonly before: boolean[];
  readonly after: boolean[];
}

/** Reads the balances in the current field; only whether they are zero matters here. */
export function scanHeld(cursor: WireCursor, held: boolean[]): void {
  cursor.varints(() => {
    if (held.length === MAX_KEYS) throw malformed('a transaction has too many balances');
    held.push(cursor.low !== 0 || cursor.high !== 0);
  });
}

/**
 * The keys that the transaction left without lamports: such an account does not outlive its transaction. Without
 * balances from the node there are no closures.
 */
export function emptiedKeys(keys: readonly Uint8Array[], { before, after }: LamportsHeld): Uint8Array[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length !== keys.length || after.length !== keys.length) {
    throw malformed(`a transaction has ${keys.length} keys and balances of ${before.length}`);
  }
  return keys.filter((_, at) => before[at] === true && after[at] === false);
}
