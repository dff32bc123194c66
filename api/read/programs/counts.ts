import { z } from 'zod';
import { signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import { type Pin, pinOf, type Rollback, survives } from '../rollbacks.ts';
import { COUNTS, COUNTS_CHANGED, ROWS_BETWEEN } from './queries.ts';

export interface TypeCount {
  readonly count: bigint;
  readonly undecodable: bigint;
}

/** By type; '' stands for accounts of no known type. */
export type Counts = ReadonlyMap<string, TypeCount>;

/** How many accounts of all types do not decode. */
export async function undecodableAccounts(ask: AskAt): Promise<bigint> {
  const counts = new Map(await ask(COUNTS, {}, countRow));
  return [...counts.values()].reduce((sum, { undecodable }) => sum + undecodable, 0n);
}

/** With more changes than this since the counts that are known, all accounts are counted. */
const MOST_ROWS = 100_000n;

/** Counts, and what they are exact at. */
interface Counted {
  readonly pin: Pin;
  readonly revision: bigint;
  readonly counts: Counts;
}

export interface CountsQuestion {
  readonly ask: AskAt;
  readonly stamp: Stamp;
  readonly rollbacks: readonly Rollback[];
}

const countRow = z
  .object({ type_name: z.string(), decodable: unsignedColumn, undecodable_count: unsignedColumn })
  .transform((row) => [row.type_name, { count: row.decodable, undecodable: row.undecodable_count }] as const);
const changeRow = z.object({
  type_name: z.string(),
  decodable: signedColumn,
  undecodable_count: signedColumn,
});
const betweenRow = z.object({ changed: unsignedColumn, earlier: unsignedColumn });

/** How many accounts there are of each type: counted once, and from then on by what changed. */
export class ProgramCounts {
  #known: Counted | undefined;

  async at(question: CountsQuestion): Promise<Counts> {
    const { ask, stamp } = question;
    const counts = (await this.#byChanges(question)) ?? new Map(await ask(COUNTS, {}, countRow));
    const counted = { pin: pinOf(stamp), revision: stamp.checkpoint.revision, counts };
    // Those of an earlier slot would be of little use to the next question.
    if (!this.#known || isLater(counted, this.#known) || !survives(this.#known.pin, question.rollbacks)) {
      this.#known = counted;
    }
    return counts;
  }

  /** Undefined where the known counts are of no use. */
  async #byChanges({ ask, stamp, rollbacks }: CountsQuestion): Promise<Counts | undefined> {
    const known = this.#known;
    if (known === undefined || !survives(known.pin, rollbacks)) return undefined;
    const { slot, checkpoint } = stamp;
    if (checkpoint.revision < known.revision) return undefined;
    const [low, high] = known.pin.slot < slot ? [known.pin.slot, slot] : [slot, known.pin.slot];
    const bounds = { low, high };
    const since = { known_slot: known.pin.slot, known_revision: known.revision };
    const [between] = await ask(ROWS_BETWEEN, { ...bounds, ...since }, betweenRow);
    // A row that was written later, for a slot that was counted already, replaces what was counted.
    if (between === undefined || between.earlier > 0n || between.changed > MOST_ROWS) return undefined;
    if (between.changed === 0n) return known.counts;
    const changes = await ask(COUNTS_CHANGED, bounds, changeRow);
    const sign = slot === high ? 1n : -1n;
    return sum(
      known.counts,
      changes.map((change) => [
        change.type_name,
        { count: sign * change.decodable, undecodable: sign * change.undecodable_count },
      ]),
    );
  }
}

function isLater({ pin: { slot }, revision }: Counted, than: Counted): boolean {
  return slot > than.pin.slot || (slot === than.pin.slot && revision > than.revision);
}

function sum(counts: Counts, changes: readonly (readonly [string, TypeCount])[]): Counts {
  const total = new Map(counts);
  for (const [type, change] of changes) {
    const { count, undecodable } = total.get(type) ?? { count: 0n, undecodable: 0n };
    total.set(type, { count: count + change.count, undecodable: undecodable + change.undecodable });
  }
  return new Map([...total].filter(([, { count, undecodable }]) => count + undecodable > 0n));
}
