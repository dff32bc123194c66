import type { CompletedSlot, FlowRange } from '../model/completed-slot.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import type { BlockMeta } from '../model/source.ts';
import { type DeliveredSlot, type TailSlot, UnfinalizedTail } from '../track/unfinalized-tail.ts';
import { FlowRanges } from './flow-ranges.ts';
import { KEPT_SLOTS, RecentSlots } from './recent-slots.ts';

/** The position of an index, to resume from. */
export interface ResumePoint {
  readonly head: bigint;
  readonly launches: readonly KnownLaunch[];
  /** Accounts that were followed as mints. */
  readonly mints?: readonly string[] | undefined;
  /** First slot of the range of complete movements up to the head; undefined if there is none. */
  readonly flowsFrom?: bigint | undefined;
  /** The newest indexed slots, ascending: those that may have died since. */
  readonly tail?: readonly IndexedSlot[];
}

/** A slot of an earlier run. */
export type IndexedSlot = TailSlot & Pick<BlockMeta, 'blockTime'>;

export interface DeliveredSlotsOptions {
  readonly resume: ResumePoint | undefined;
  /** False if slots are only emitted once final: then nothing is kept for it. */
  readonly mayDie: boolean;
  /** Provides empty buffers, and gets back those of slots that are no longer kept. */
  readonly buffers: Pick<SlotBuffers, 'take' | 'release'>;
}

export interface Overtaking {
  /** The slot of the snapshot's last read. */
  readonly keysSlot: bigint;
  /** An earlier snapshot is still waiting to become answerable. */
  readonly unfinished: boolean;
  /** The first unproven one of `doubted`; omitted if all are proven. */
  readonly unproven?: bigint | undefined;
  /** The first slot that may lack transactions. */
  readonly flowsUnproven?: bigint | undefined;
}

/** What a snapshot says about the slots that it skipped. */
export interface Overtaken {
  readonly lost: { readonly from: bigint; readonly to: bigint } | undefined;
  readonly flows: readonly FlowRange[];
}

/** The emitted slots, as far as one may still be written late, replayed, or die. */
export class DeliveredSlots {
  readonly tail: UnfinalizedTail;
  readonly recent: RecentSlots;
  readonly #flows: FlowRanges;
  readonly #mayDie: boolean;
  /** The last slot that an earlier run indexed. */
  readonly #earlier: bigint | undefined;
  #head: bigint | undefined;
  /** After a start and after a rollback, a stream replays everything that may still die. */
  #unsure = true;
  /** The slot of the last read of a snapshot: no slot between its two reads is whole. */
  #wholeFrom = 0n;
  /** First slot of those that died and stay. */
  #deadFrom: bigint | undefined;
  /** The position before a snapshot that may never be completed. */
  #base:
    | {
        readonly head: bigint | undefined;
        readonly flowsFrom: bigint | undefined;
        readonly tail: readonly TailSlot[];
      }
    | undefined;

  constructor({ resume, mayDie, buffers }: DeliveredSlotsOptions) {
    this.#mayDie = mayDie;
    this.#earlier = resume?.head;
    this.#head = resume?.head;
    this.tail = new UnfinalizedTail(mayDie ? resume?.tail : []);
    this.#flows = new FlowRanges(resume?.flowsFrom);
    this.recent = new RecentSlots(buffers);
    // A late write may have died with the process, and none of its rows are in memory here: whatever a stream
    // replays of the last slots is written again.
    for (const slot of resume?.tail?.slice(-KEPT_SLOTS) ?? []) {
      this.recent.add({ meta: { ...slot, blockHeight: undefined }, buffer: buffers.take() });
    }
  }

  /** Whether an earlier run indexed the slot, so that everything in it looks new. */
  isEarlier(slot: bigint): boolean {
    return this.#earlier !== undefined && slot <= this.#earlier;
  }

  /** The last slot emitted in order; undefined before the first. */
  get head(): bigint | undefined {
    return this.#head;
  }

  /** First slot from which all movements are known; undefined if there is none. */
  get flowsFrom(): bigint | undefined {
    return this.#flows.from;
  }

  /** Whether a write of this slot, which the stream has not shown or shows now, would still be kept. */
  takes(slot: bigint): boolean {
    return this.#head === undefined || slot > this.#head || this.recent.get(slot) !== undefined;
  }

  /** The newest emitted slot that is final; undefined if unknown. */
  get finalized(): bigint | undefined {
    return this.#mayDie ? this.tail.finalized : this.#head;
  }

  /** Where a stream must begin, so that it replays what may have changed: slightly below the head. */
  get replayFrom(): bigint {
    const head = this.#head ?? 0n;
    const from = head > KEPT_SLOTS ? head - BigInt(KEPT_SLOTS) : 0n;
    const oldest = this.#unsure ? this.tail.oldest : undefined;
    return oldest !== undefined && oldest < from ? oldest : from;
  }

  /** The slots that may still get late writes, ascending: a stream that does not replay them proves none of them. */
  get doubted(): readonly DeliveredSlot[] {
    const head = this.#head ?? 0n;
    return this.tail.slots.filter(
      ({ slot, noReturn, readWhole }) => slot + BigInt(KEPT_SLOTS) > head && !noReturn && !readWhole,
    );
  }

  add(slot: CompletedSlot): void {
    this.#head = slot.meta.slot;
    this.#unsure = false;
    this.recent.add(slot);
    this.#watch(slot.meta);
  }

  /** A snapshot at `program` replaces the slots after the last known one. */
  overtake(program: BlockMeta, { keysSlot, unfinished, unproven, flowsUnproven }: Overtaking): Overtaken {
    if (this.#deadFrom !== undefined) this.tail.rewind(undefined);
    if (!unfinished)
      this.#base = { head: this.#head, flowsFrom: this.#flows.from, tail: [...this.tail.slots] };
    const doubtedFrom = leastOf(this.#deadFrom, unproven);
    const known = doubtedFrom === undefined ? this.#head : doubtedFrom - 1n;
    if (unproven !== undefined) this.tail.doubt(unproven);
    const lost =
      known !== undefined && keysSlot > known + 1n ? { from: known + 1n, to: keysSlot - 1n } : undefined;
    const flowsKnown =
      known === undefined || flowsUnproven === undefined ? known : leastOf(known, flowsUnproven - 1n);
    const flows = this.#flows.splice(flowsKnown, program.slot);
    this.recent.rewind();
    this.#head = program.slot;
    this.#wholeFrom = keysSlot;
    this.#unsure = false;
    this.#deadFrom = undefined;
    this.#watch(program, keysSlot === program.slot);
    return { lost, flows };
  }

  /** The slots from `first` up to `through` may lack transactions. Returns the ranges of those that do not. */
  doubtFlows(first: bigint, through: bigint): readonly FlowRange[] {
    return this.#flows.splice(first - 1n, through);
  }

  /** The newest known slot, up to one that survives, to roll back to; undefined if there is none. */
  answerable(slot: bigint | undefined): bigint | undefined {
    return slot === undefined ? undefined : this.tail.newestUpTo(slot);
  }

  /** The last snapshot failed. */
  abandonSnapshot(): void {
    this.recent.rewind();
    this.tail.restore(this.#base?.tail ?? []);
    this.#head = this.#base?.head;
    this.#wholeFrom = 0n;
    this.#flows.restore(this.#base?.flowsFrom);
    this.#unsure = true;
  }

  /** The slots above `to`, or all that could die, have died and stay: the next snapshot reports them as lost. */
  dead(to: bigint | undefined): void {
    this.#deadFrom = to === undefined ? this.tail.oldest : to + 1n;
  }

  /** The slots above the point were rolled back. */
  rewind({ head, flowsFrom }: ResumePoint): void {
    this.recent.rewind(head);
    this.tail.rewind(head);
    this.#head = head;
    this.#wholeFrom = 0n;
    this.#flows.restore(flowsFrom);
    this.#unsure = true;
  }

  #watch(meta: BlockMeta, readWhole = false): void {
    if (this.#mayDie) this.tail.add(meta, { noReturn: meta.slot < this.#wholeFrom, readWhole });
  }
}

function leastOf(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
