import { type CurrentAccount, viewDigest } from '../model/account-states.ts';
import type { AccountView } from '../model/account-view.ts';
import { type ClosedAccount, closeAccount } from '../model/closed-rows.ts';
import { goneView } from '../model/gone-view.ts';
import { SlotBuffer } from '../model/slot-buffer.ts';

export interface SnapshotReadingOptions {
  /** Decodes into a buffer. */
  readonly decode: (view: AccountView, into: SlotBuffer) => void;
}

/** A quarantined one counts as the program's: by the second read it may have come back, whosever it is. */
function isOutside({ kind }: ClosedAccount): boolean {
  return kind === 'escrow' || kind === 'vault' || kind === 'mint';
}

/** Collects of a snapshot what differs from the index, and what the index has beyond it. */
export class SnapshotReading {
  readonly buffer = new SlotBuffer();
  readonly #options: SnapshotReadingOptions;
  readonly #unseen: Map<string, CurrentAccount>;
  /** Accounts shown so far, and how many of them the index holds like this. */
  shown = 0;
  unchanged = 0;

  /** `current` is what the index holds; it is emptied on the way. */
  constructor(options: SnapshotReadingOptions, current: Map<string, CurrentAccount>) {
    this.#options = options;
    this.#unseen = current;
  }

  account(view: AccountView): void {
    this.shown += 1;
    const address = view.bytes.toString('latin1', view.pubkeyAt, view.pubkeyAt + 32);
    const known = this.#unseen.get(address);
    this.#unseen.delete(address);
    if (known?.digest === viewDigest(view)) this.unchanged += 1;
    else this.#options.decode(view, this.buffer);
  }

  /** What was not seen did not exist when it would have been read; by the second read it may have come back. */
  closeUnseen({ programSlot, keysSlot }: { readonly programSlot: bigint; readonly keysSlot: bigint }): void {
    for (const [address, { account }] of this.#unseen) {
      const slot = isOutside(account) ? keysSlot : programSlot;
      closeAccount(this.buffer, goneView({ slot, address: Buffer.from(address, 'latin1') }), account);
    }
  }
}
