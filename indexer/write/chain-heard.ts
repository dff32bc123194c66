import type { Clock } from '../../core/kernel/clock.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { WriterLimits } from './writer-limits.ts';

/** The chain's newest slots, as any source reported them. */
export interface Heard {
  /** Newest known slot at the commitment. */
  readonly chainSlot: bigint;
  /** Newest slot of the followed chain that is final; 0 if unknown. */
  readonly finalizedSlot: bigint;
}

/** What a writer knows of the chain besides its slots. */
export class ChainHeard implements Heard {
  readonly #clock: Clock;
  #chainSlot = 0n;
  #finalizedSlot = 0n;
  /** When a source last reported the chain's slot, in milliseconds. */
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

  /** Starts with what the checkpoint knows. */
  restart(checkpoint: Checkpoint | undefined): void {
    this.#chainSlot = checkpoint?.chainSlot ?? 0n;
    this.#finalizedSlot = checkpoint?.finalizedSlot ?? 0n;
  }

  /** Time until the checkpoint must be renewed. */
  beatMs(
    {
      checkpoint,
      committedAt,
    }: { readonly checkpoint: Checkpoint | undefined; readonly committedAt: number },
    { heartbeatMs, idleBeatMs }: WriterLimits,
  ): number {
    if (!checkpoint) return heartbeatMs;
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
