import type { DecodeOutcome, Decoder } from '../decode/decoder.ts';
import type { Followed } from '../decode/followed.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { AccountView, Transaction } from '../model/source.ts';
import { RawSlot } from './raw-slot.ts';

/** A decoder that also keeps the input of each buffer: a capture contains exactly what an index would have used. */
export class RecordingDecoder {
  readonly #decoder: Decoder;
  readonly #raws = new WeakMap<SlotBuffer, { readonly generation: number; readonly raw: RawSlot }>();

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  follow(followed: Followed): boolean {
    return this.#decoder.follow(followed);
  }

  account(view: AccountView, into: SlotBuffer): DecodeOutcome {
    const outcome = this.#decoder.account(view, into);
    if (outcome !== 'stale' && outcome !== 'not_ours') this.rawOf(into).account(view, outcome === 'closed');
    return outcome;
  }

  transaction(transaction: Transaction, into: SlotBuffer): boolean {
    this.rawOf(into).transaction(transaction);
    return this.#decoder.transaction(transaction, into);
  }

  tokenAccounts(transaction: Transaction): readonly AccountView[] {
    return this.#decoder.tokenAccounts(transaction);
  }

  /** The input of a buffer since it was last emptied. Emptying a buffer leaves its raw slot to its holder. */
  rawOf(buffer: SlotBuffer): RawSlot {
    const { generation } = buffer;
    const kept = this.#raws.get(buffer);
    if (kept?.generation === generation) return kept.raw;
    const raw = new RawSlot();
    this.#raws.set(buffer, { generation, raw });
    return raw;
  }
}
