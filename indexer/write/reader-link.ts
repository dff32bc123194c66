import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import type { TakenSlot } from '../model/taken-slot.ts';

/** Who answers from the slots that a writer takes, and asks for them to be settled when it needs their rows. */
export interface SlotReader {
  /** Whether nobody else reads the store, so that checkpoints may be few. */
  readonly alone: boolean;
  /** Told of each slot with nothing about it that only the store can tell, before its rows are durable. Must not throw. */
  readonly onTaken: (slot: TakenSlot) => void;
  /** Told when the store stops taking rows: what is not durable should be answered no longer. */
  readonly onStuck: () => void;
}

export interface ReaderLinkOptions {
  readonly reader: SlotReader | undefined;
  readonly clock: Clock;
  readonly commitment: Commitment;
  /** The greatest revision of an index that nothing is added to yet. */
  readonly revision: bigint;
}

/** What a writer tells the reader of its process. */
export class ReaderLink {
  readonly #options: ReaderLinkOptions;
  /** The greatest revision among the rows taken. */
  #revision: bigint;
  /** Aborts when the store stops taking rows; another one once it takes them again. */
  #stuck = new AbortController();

  constructor(options: ReaderLinkOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  get alone(): boolean {
    return this.#options.reader?.alone ?? false;
  }

  get isStuck(): boolean {
    return this.#stuck.signal.aborted;
  }

  /** Rows of this revision were taken. */
  took(revision: bigint): void {
    this.#revision = revision;
  }

  /** Tells of a slot above `head`; false if the reader must read it from the store. */
  tell({ meta, buffer }: CompletedSlot, head: bigint | undefined, checkpoint: Checkpoint): boolean {
    const { reader, clock, commitment } = this.#options;
    if (!reader || head === undefined || this.isStuck || buffer.quarantine.rows > 0) return false;
    const { launches, tokenAccounts, pledges, mints } = buffer;
    reader.onTaken({
      after: { slot: head, revision: this.#revision },
      checkpoint: { ...checkpoint, commitment, indexedAt: clock.now() },
      blockTime: meta.blockTime,
      ...{ launches, tokenAccounts, pledges },
      mints: mints.rows > 0,
    });
    return true;
  }

  stuck(): void {
    if (this.isStuck) return;
    this.#stuck.abort(new LaunchlensError('MIRROR_NOT_READY', { reason: 'the store takes no rows' }));
    this.#options.reader?.onStuck();
  }

  unstuck(): void {
    if (this.isStuck) this.#stuck = new AbortController();
  }

  /** Waits for work of the store. @throws MIRROR_NOT_READY while it takes no rows */
  unlessStuck(work: Promise<void>): Promise<void> {
    const { signal } = this.#stuck;
    return new Promise((resolve, reject) => {
      const give = (): void => reject(signal.reason);
      if (signal.aborted) give();
      signal.addEventListener('abort', give, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
    });
  }
}
