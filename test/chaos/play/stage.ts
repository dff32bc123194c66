import { least } from '../../support/bigints.ts';
import type { ChaosChain } from '../chain/chaos-chain.ts';
import type { FaultKind, Plan } from '../plan/fault.ts';
import type { Keeper } from './keeper.ts';
import type { Steps } from './steps.ts';
import type { ChaosStore } from './store.ts';
import type { CheckpointWatch } from './watch.ts';

/** Slots that may be lost: nothing could have told the indexer what was in them. */
export interface Unavoidable {
  readonly from: bigint;
  to: bigint | undefined;
}

/** Slots whose content the node itself told wrong for a while; answers of them are asked for once more. */
export interface Unsettled {
  readonly from: bigint;
  over: boolean;
}

/** How long after its slot a write is waited for. */
const LATE_SLOTS = 16n;

export interface Met {
  readonly kind: FaultKind;
  /** From the end of the fault until everything confirmed by then was indexed. */
  recoveryMs: number | undefined;
}

export interface StageParts {
  readonly plan: Plan;
  readonly chain: ChaosChain;
  readonly store: ChaosStore;
  readonly steps: Steps;
  readonly watch: CheckpointWatch;
  readonly keeper: Keeper;
}

/** Everything that a fault can get at, and what it leaves for the verdict. */
export class Stage {
  readonly plan: Plan;
  readonly chain: ChaosChain;
  readonly store: ChaosStore;
  readonly steps: Steps;
  readonly watch: CheckpointWatch;
  readonly keeper: Keeper;
  readonly #losses: Unavoidable[] = [];
  readonly #late = new Set<bigint>();
  readonly unsettled: Unsettled[] = [];
  readonly met: Met[] = [];
  readonly #recovering: Promise<void>[] = [];

  constructor({ plan, chain, store, steps, watch, keeper }: StageParts) {
    this.plan = plan;
    this.chain = chain;
    this.store = store;
    this.steps = steps;
    this.watch = watch;
    this.keeper = keeper;
  }

  /** Whatever was not durable when a fault began may be lost by it, up to where the index goes on. */
  mayLose(): Unavoidable {
    const range: Unavoidable = { from: this.watch.slot + 1n, to: undefined };
    this.#losses.push(range);
    return range;
  }

  /** A write to a slot comes late; where a loss begins soon above it, nothing may ever have told it. */
  comesLate(slot: bigint): void {
    this.#late.add(slot);
  }

  get unavoidable(): readonly Unavoidable[] {
    return this.#losses.map(({ from, to }) => {
      const near = [...this.#late].filter((slot) => slot < from && slot + LATE_SLOTS >= from);
      return { from: least(near) ?? from, to };
    });
  }

  /**
   * Slots above `below` have died. What was indexed of them only by a snapshot has nothing to go back to, and the
   * state of the slots that took their place was never told.
   */
  mayLoseBase(below: bigint): Unavoidable | undefined {
    const { first } = this.watch;
    const baseless = first === undefined || first > below;
    const spliced = this.#losses.some(({ to }) => to === undefined || to > below);
    if (!baseless && !spliced) return undefined;
    const range: Unavoidable = { from: 0n, to: undefined };
    this.#losses.push(range);
    return range;
  }

  mayMislead(): Unsettled {
    const range: Unsettled = { from: this.watch.slot + 1n, over: false };
    this.unsettled.push(range);
    return range;
  }

  /** The fault was met and is over: from here on the time of recovery counts. Resolves when it is recovered. */
  over(kind: FaultKind, endedAt = performance.now()): Promise<void> {
    const met: Met = { kind, recoveryMs: undefined };
    this.met.push(met);
    const recovered = this.watch.reach(this.chain.confirmed).then(() => {
      met.recoveryMs = performance.now() - endedAt;
    });
    this.#recovering.push(recovered);
    return recovered;
  }

  get recovering(): readonly Promise<void>[] {
    return this.#recovering;
  }
}
