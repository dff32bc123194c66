import type { Clock } from '../../core/kernel/clock.ts';
import type { Checkpoint } from './checkpoint.ts';

/** How far the chain is, as far as anyone has told. */
export interface Heard {
  /** Newest slot heard of at the commitment. */
  readonly chainSlot: bigint;
  /** Newest slot of the followed chain that is final; 0 while none is known. */
  readonly finalizedSlot: bigint;
}

/** When a checkpoint that covers everything taken is renewed by itself. */
export interface Beats {
  readonly heartbeatMs: number;
  readonly idleBeatMs: number;
}

/** What a writer was told of the chain beside its slots. */
export class ChainHeard implements Heard {
  readonly #clock: Clock;
  #chainSlot = 0n;
  #finalizedSlot = 0n;
  /** Milliseconds at which anyone last said how far the chain is. */
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, checkpoint: Checkpoint | undefined) {
    this.#clock = clock;
    this.restart(checkpoint);
  }

  get chainSlot(): bigint {
    return this.#chainSlot;
  }

  get finalizedSlot(): bigint {
    return this.#finalizedSlot;
  }

  heard(chainSlot: bigint): void {
    this.#heardAt = this.#clock.now();
    if (chainSlot > this.#chainSlot) this.#chainSlot = chainSlot;
  }

  finalized(slot: bigint): void {
    if (slot > this.#finalizedSlot) this.#finalizedSlot = slot;
  }

  /** Knows no more than the checkpoint. */
  restart(checkpoint: Checkpoint | undefined): void {
    this.#chainSlot = checkpoint?.chainSlot ?? 0n;
    this.#finalizedSlot = checkpoint?.finalizedSlot ?? 0n;
  }

  /** Time until a checkpoint that was written at `committedAt` is due to be renewed. */
  beatMs(checkpoint: Checkpoint, committedAt: number, { heartbeatMs, idleBeatMs }: Beats): number {
    const now = this.#clock.now();
    const moved = this.#chainSlot > checkpoint.chainSlot || this.#newlyFinal(checkpoint);
    if (!moved && now - this.#heardAt > idleBeatMs) return heartbeatMs;
    return Math.max(0, committedAt + (moved ? heartbeatMs : idleBeatMs) - now);
  }

  /** Whether a slot that the checkpoint covers has become final since. */
  #newlyFinal({ slot, finalizedSlot }: Checkpoint): boolean {
    return finalizedSlot < slot && this.#finalizedSlot > finalizedSlot;
  }
}
