import { type AccountState, earlierState } from './earlier-state.ts';
import type { Undo } from './launch-entry.ts';
import type { LatestState } from './state.ts';

/** About seven minutes: more than pages that are pinned to a slot and questions that follow an answer need. */
const MOST_SLOTS = 1_024n;
/** About 6 MB; all of them are undone within a few milliseconds. */
const MOST_CHANGES = 20_000;

/** One change of a launch, in the slot in which it happened. */
interface Change {
  readonly slot: bigint;
  readonly launchId: bigint;
  readonly undo: Undo;
}

/** A slot with its block time, Unix seconds. */
export interface SlotTime {
  readonly slot: bigint;
  readonly time: bigint;
}

export interface RecentPastOptions {
  readonly mostSlots?: bigint;
  readonly mostChanges?: number;
}

/** What the last slots changed, by which the newest state can be taken back to each of them. */
export class RecentPast {
  readonly #mostSlots: bigint;
  readonly #mostChanges: number;
  #from: bigint;
  /** In the order of their slots, as are the times. */
  #changes: Change[] = [];
  #times: SlotTime[] = [];

  constructor(from: bigint, { mostSlots = MOST_SLOTS, mostChanges = MOST_CHANGES }: RecentPastOptions = {}) {
    this.#from = from;
    this.#mostSlots = mostSlots;
    this.#mostChanges = mostChanges;
  }

  /** The first slot to which the newest state can be taken back. */
  get from(): bigint {
    return this.#from;
  }

  /** Takes a change of a slot that is later than, or the same as, every other. */
  add(change: Change): void {
    this.#changes.push(change);
  }

  /** Takes the later slots with known block times, up to the newest slot, and forgets what is too old or too much. */
  reach(slot: bigint, times: readonly SlotTime[]): void {
    this.#times.push(...times);
    const tooOld = slot - this.#mostSlots;
    const tooMuch = this.#changes.at(-1 - this.#mostChanges)?.slot ?? 0n;
    const from = tooOld > tooMuch ? tooOld : tooMuch;
    if (from <= this.#from) return;
    this.#from = from;
    this.#changes = this.#changes.slice(firstIndex(this.#changes, ({ slot: at }) => at > from));
    this.#times = this.#times.slice(firstIndex(this.#times, ({ slot: at }) => at >= from));
  }

  /** Forgets every earlier slot: something about them is different now, or unknown. */
  restart(slot: bigint): void {
    this.#from = slot;
    this.#changes = [];
    this.#times = [];
  }

  /** The state at an earlier slot, and the block time at it; undefined if they are not in memory. */
  at(slot: bigint, newest: LatestState): { readonly state: AccountState; readonly now: bigint } | undefined {
    if (slot < this.#from) return undefined;
    // Without a known time, the time is that of a slot which is not in memory.
    const now = this.#times.findLast((known) => known.slot <= slot)?.time;
    if (now === undefined) return undefined;
    const undos = new Map<bigint, Undo[]>();
    for (let index = this.#changes.length - 1; index >= 0; index--) {
      const change = this.#changes[index] as Change;
      if (change.slot <= slot) break;
      const ofLaunch = undos.get(change.launchId);
      if (ofLaunch) ofLaunch.push(change.undo);
      else undos.set(change.launchId, [change.undo]);
    }
    return { state: earlierState(newest, slot, undos), now };
  }
}

function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const index = items.findIndex(holds);
  return index < 0 ? items.length : index;
}
