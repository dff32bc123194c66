import type { Decoder } from '../decode/decoder.ts';
import type { AccountView } from '../model/account-view.ts';
import type { Transaction } from '../model/transaction.ts';
import type { AccountClosures } from './account-closures.ts';
import type { LeftSlots } from './left-slots.ts';
import type { PipelineStats } from './stats.ts';

export interface LateArrivalsOptions {
  readonly left: LeftSlots;
  readonly closures: AccountClosures;
  readonly decoder: Pick<Decoder, 'account' | 'transaction'>;
  readonly stats: PipelineStats;
}

/** What comes for slots that have already left: mostly a replay, now and then a write that came late. */
export class LateArrivals {
  readonly #options: LateArrivalsOptions;

  constructor(options: LateArrivalsOptions) {
    this.#options = options;
  }

  /** What is already held of the slot tells a late write from a replay: only a newer one changes the buffer. */
  account(view: AccountView): void {
    const { left, closures, decoder, stats } = this.#options;
    const slot = left.recent.get(view.numbers.readBigUInt64LE(0));
    if (!slot) return;
    const outcome = decoder.account(view, slot.buffer);
    if (outcome === 'stale' || outcome === 'not_ours') return;
    closures.settle(slot);
    if (!left.isEarlier(slot.meta.slot)) stats.lateWrites += 1;
    left.late.add(slot);
  }

  transaction(transaction: Transaction): void {
    const { left, closures, decoder, stats } = this.#options;
    const slot = left.recent.get(transaction.slot);
    if (!slot) return;
    const moved = decoder.transaction(transaction, slot.buffer);
    const closed = slot.buffer.closures.note(transaction) && closures.settle(slot);
    if (!moved && !closed) return;
    slot.buffer.setBlockTime(slot.meta.blockTime);
    if (!left.isEarlier(slot.meta.slot)) stats.lateWrites += 1;
    left.late.add(slot);
  }
}
