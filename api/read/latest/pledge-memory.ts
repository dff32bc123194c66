import type { NewestEntry } from './launch-entry.ts';
import { grownTableBytes, type PledgeTable, tableBytes } from './pledge-table.ts';
import { RunningTotals } from './running-totals.ts';

/** So many questions in a row to one launch count as one: a page asks several. */
const ONE_VISIT = 8;

/** The pledges in memory, within a budget of bytes. Those of the launches least recently asked for leave first. */
export class PledgeMemory {
  readonly budget: number;
  #bytes = 0;
  #asks = 0;
  #inRow = 0;

  constructor(budget = Number.POSITIVE_INFINITY) {
    this.budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Notes that the pledges of a launch are asked for. */
  ask(entry: NewestEntry): void {
    if (entry.lastAsked === this.#asks && ++this.#inRow < ONE_VISIT) return;
    this.#inRow = 0;
    entry.askedBefore = entry.lastAsked;
    entry.lastAsked = ++this.#asks;
  }

  /** Counts what a table has grown by. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  hold(entry: NewestEntry, pledges: PledgeTable, since: bigint): void {
    this.drop(entry);
    entry.pledges = pledges;
    entry.heldSince = since;
    this.#bytes += pledges.bytes;
  }

  drop(entry: NewestEntry): void {
    if (!entry.pledges) return;
    this.#bytes -= entry.pledges.bytes;
    entry.accounts = entry.pledges.accounts;
    entry.isCounted = true;
    entry.pledges = undefined;
    entry.totals = new RunningTotals();
  }

  /** Whether a launch can ever be in memory. One that would not fit after its table grew would soon leave again. */
  canHold(accounts: number): boolean {
    return grownTableBytes(accounts) <= this.budget;
  }

  /** Evicts until what is left fits. */
  fit(entries: Iterable<NewestEntry>): void {
    if (this.#bytes <= this.budget) return;
    const held = [...entries].filter(({ pledges }) => pledges);
    for (const entry of held) if ((entry.pledges?.bytes ?? 0) > this.budget) this.drop(entry);
    for (const entry of held.sort(byLastAsked)) {
      if (this.#bytes <= this.budget) return;
      this.drop(entry);
    }
  }

  /**
   * Whether the pledges of a cold launch may come into memory: there is room, or launches have it that were last asked
   * for before the cold one was, not counting the question that comes now. So two launches that do not fit together are
   * not read again and again while they are asked for in turn.
   */
  hasRoomFor(cold: NewestEntry, entries: Iterable<NewestEntry>): boolean {
    if (!this.canHold(cold.accounts)) return false;
    let room = this.budget - this.#bytes;
    const wanted = tableBytes(cold.accounts);
    if (room >= wanted) return true;
    for (const { pledges, lastAsked } of entries) {
      if (pledges && lastAsked <= cold.askedBefore) room += pledges.bytes;
    }
    return room >= wanted;
  }
}

function byLastAsked(a: NewestEntry, b: NewestEntry): number {
  return a.lastAsked - b.lastAsked;
}
