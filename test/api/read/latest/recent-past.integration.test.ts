import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance } from '../../../../api/read/latest/advance.ts';
import { grownTableBytes } from '../../../../api/read/latest/pledge-table.ts';
import { RecentPast } from '../../../../api/read/latest/recent-past.ts';
import type { LatestSnapshot } from '../../../../api/read/latest/snapshot.ts';
import { createMirror } from '../../../../api/read/mirror.ts';
import type { Answer, MirrorView } from '../../../../api/read/questions.ts';
import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../../../../schemas/rest/orders.ts';
import { type IndexBuilder, pubkeyOf } from '../../../support/index-builder.ts';
import { indexSuite } from '../../support/index-suite.ts';
import { anyBatch, type Batch, LAUNCH_IDS, WALLETS } from '../../support/random-index.ts';

const under = indexSuite();

/** How far a random slot is below the newest one. */
const anyDepth = fc.bigInt(0n, 6n);
/** Something that happens to an index, more often its usual progress than a correction. */
const anyEvent = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('slots' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('correction', 'late time', 'quarantine', 'gap', 'fill', 'rollback'),
    },
  ),
  rows: anyBatch,
  slots: fc.bigInt(1n, 4n),
  depth: anyDepth,
  /** Whether the API reads the checkpoint of this event, or only a later one. */
  isRead: fc.integer({ min: 0, max: 3 }).map((dice) => dice > 0),
  asked: fc.array(anyDepth, { minLength: 1, maxLength: 2 }),
});
type Event = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never;

/** An index in the making, to which events happen. */
class RandomIndex {
  readonly #index: IndexBuilder;
  #head = 3n;
  #gap: { readonly from: bigint; readonly to: bigint } | undefined;

  constructor(index: IndexBuilder) {
    this.#index = index;
  }

  get head(): bigint {
    return this.#head;
  }

  async begin(): Promise<void> {
    await this.#index.reset();
    this.#index.coverage('streamed', 1n, 3n).slot(2n, 20n).launch({ launchId: 7n, slot: 2n, status: 2 });
    await this.#commit();
  }

  /** A slot at most that far below the newest. */
  below(depth: bigint): bigint {
    return this.#head > depth ? this.#head - depth : 1n;
  }

  async meet({ kind, rows, slots, depth }: Event): Promise<void> {
    const before = this.#head;
    const inNewSlots = (slot: bigint): bigint => before + 1n + (slot % slots);
    const at = this.below(depth);
    if (kind === 'slots') {
      this.#head += slots;
      // Some slots are skipped, and of some no time is known.
      for (let slot = before + 1n; slot <= this.#head; slot++) {
        if (slot % 4n !== 0n) this.#index.slot(slot, slot % 5n === 0n ? null : slot * 10n);
      }
      this.#add(rows, inNewSlots);
    }
    if (kind === 'correction') this.#add(rows, (slot) => this.below(slot % 8n));
    if (kind === 'late time') this.#index.slot(at, at * 10n + 1n);
    if (kind === 'quarantine') this.#index.unreadable({ launchId: 7n, pledger: 'a', slot: at });
    if (kind === 'gap') this.#lose(slots);
    if (kind === 'fill') return this.#fill(slots);
    if (kind === 'rollback') return this.#rollBack(at);
    await this.#commit();
  }

  /** Everything that a filled range may change has a version right after it. */
  #lose(slots: bigint): void {
    this.#gap = { from: this.#head + 1n, to: this.#head + slots };
    this.#head += slots + 1n;
    this.#index.coverage('lost', this.#gap.from, this.#gap.to).coverage('snapshot', this.#head, this.#head);
    this.#index.slot(this.#head, this.#head * 10n).launch({ launchId: 7n, slot: this.#head, status: 3 });
    this.#index.pledge({ launchId: 7n, pledger: 'b', slot: this.#head, amount: this.#head });
  }

  /** A backfill: rows of revision 0, which no reader of newer revisions sees. */
  async #fill(amount: bigint): Promise<void> {
    if (!this.#gap || this.#gap.from > this.#head) return;
    const { from, to } = this.#gap;
    const { revision } = this.#index;
    this.#index.revision = -1n;
    this.#index.slot(from, from * 10n + 2n).launch({ launchId: 7n, slot: from, status: 2, totalPledged: 9n });
    this.#index.pledge({ launchId: 7n, pledger: 'b', slot: to, amount });
    await this.#index.writeWithoutCheckpoint();
    this.#index.revision = revision;
    this.#index.coverage('repaired', from, to);
    await this.#commit();
  }

  async #rollBack(to: bigint): Promise<void> {
    if (to >= this.#head) return;
    const before = this.#head;
    this.#head = to;
    await this.#index.takeBack(before, to);
  }

  #add({ launches, pledges, tokenAccounts }: Batch, slotOf: (slot: bigint) => bigint): void {
    const seen = new Set<string>();
    const once = <Row extends { slot: bigint }>(row: Row, account: string, add: (row: Row) => void): void => {
      const slot = slotOf(row.slot);
      // Of two rows with the same account, slot and revision none is the truth; the indexer never writes such.
      if (seen.has(`${account} ${slot}`)) return;
      seen.add(`${account} ${slot}`);
      add({ ...row, slot });
    };
    for (const row of launches) once(row, `${row.launchId}`, (launch) => this.#index.launch(launch));
    for (const row of pledges) {
      once(row, `${row.launchId} ${row.pledger}`, (pledge) => this.#index.pledge(pledge));
    }
    for (const row of tokenAccounts) {
      once(row, `${row.launchId} ${row.role}`, (account) => this.#index.tokenAccount(account));
    }
  }

  async #commit(): Promise<void> {
    await this.#index.checkpoint({ slot: this.#head });
  }
}

/** Memory for the pledges of one launch. */
const ROOM_FOR_ONE = grownTableBytes(WALLETS.length);

type Ask = (view: MirrorView) => Answer<unknown>;

const QUESTIONS: readonly Ask[] = [
  (view) => view.current(),
  (view) => view.details({ launchIds: [...LAUNCH_IDS, 99n], wallet: pubkeyOf('a') }),
  ...LAUNCH_ORDERS.map(
    (orderBy): Ask =>
      (view) =>
        view.launches({ orderBy, limit: 2 }),
  ),
  ...PLEDGE_ORDERS.map(
    (orderBy): Ask =>
      async (view) => {
        const { facts } = await view.launches({ limit: 3 });
        const launchIds = facts.launches.map(({ launch }) => launch.launchId);
        if (launchIds.length === 0) return view.current();
        return view.firstPledgePages({ launchIds, orderBy, limit: 3, minAmount: 2n });
      },
  ),
  (view) =>
    view.pledges({
      launchId: 7n,
      orderBy: 'amount_desc',
      limit: 2,
      after: { rank: 3n, pledger: pubkeyOf('b') },
    }),
  (view) => view.distribution({ launchId: 7n, buckets: 3 }),
  ...WALLETS.slice(0, 2).map(
    (name): Ask =>
      (view) =>
        view.positions({ wallet: pubkeyOf(name), limit: 2 }),
  ),
];

test('an earlier slot has one answer, from memory and from the store, whatever happened since', async () => {
  let fromMemory = 0;
  let cold = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 6, maxLength: 12 }), async (events) => {
      const index = new RandomIndex(under.index);
      await index.begin();
      let held = await moveOn(undefined);
      let small = await moveOn(undefined, ROOM_FOR_ONE);
      for (const event of events) {
        await index.meet(event);
        if (!event.isRead) continue;
        held = await moveOn(held);
        small = await moveOn(small, ROOM_FOR_ONE);
        for (const depth of event.asked) {
          const slot = index.below(depth);
          const memory = mirrorOf(held);
          const little = mirrorOf(small);
          const theirs = await answers(mirrorOf(withoutPast(held)), slot);
          expect(await answers(memory, slot), `slot ${slot} of ${index.head}`).toEqual(theirs);
          expect(await answers(little, slot), `slot ${slot} in little memory`).toEqual(theirs);
          fromMemory += memory.fromMemory;
          cold += little.cold;
        }
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(fromMemory).toBeGreaterThan(0);
  expect(cold).toBeGreaterThan(0);
});

test('a slot at which an account was unreadable is refused from memory too, though it is readable since', async () => {
  await under.index.reset();
  under.index.coverage('streamed', 1n, 4n).launch({ launchId: 7n, slot: 2n });
  under.index.slot(3n, 30n).pledge({ launchId: 7n, pledger: 'a', slot: 2n });
  await under.index.checkpoint({ slot: 3n });
  let held = await moveOn(undefined);
  under.index.slot(4n, 40n).slot(6n, 60n).pledge({ launchId: 7n, pledger: 'a', slot: 6n });
  await under.index.checkpoint({ slot: 6n });
  held = await moveOn(held);
  under.index.slot(7n, 70n).unreadable({ launchId: 7n, pledger: 'a', slot: 5n });
  await under.index.checkpoint({ slot: 7n });
  held = await moveOn(held);
  expect(held.stamp.unreadable).toBeUndefined();
  const asked = answers(mirrorOf(held), 5n);
  expect(await asked).toEqual(await answers(mirrorOf(withoutPast(held)), 5n));
  expect(await asked).toContainEqual(expect.stringContaining('unreadable'));
});

async function moveOn(held: LatestSnapshot | undefined, pledgeBytes?: number): Promise<LatestSnapshot> {
  const { signal } = new AbortController();
  const found = await advance(held, { olap: under.olap, expected: {}, signal, pledgeBytes });
  return found?.apply() ?? (held as LatestSnapshot);
}

function withoutPast(held: LatestSnapshot): LatestSnapshot {
  return { ...held, recent: new RecentPast(held.stamp.slot) };
}

function mirrorOf(held: LatestSnapshot) {
  let count = 0;
  let cold = 0;
  const store = {
    snapshot: () => held,
    held,
    onStep: () => () => undefined,
    missed: () => {
      cold += 1;
    },
    pastAnswers: {
      add: (from: string) => {
        if (from === 'memory') count += 1;
      },
    },
  };
  const mirror = createMirror({ store, lane: under.olap.reader });
  return {
    mirror,
    get fromMemory() {
      return count;
    },
    get cold() {
      return cold;
    },
  };
}

/** What each question is answered, its stamp included, or refused with. */
function answers({ mirror }: ReturnType<typeof mirrorOf>, slot: bigint): Promise<unknown[]> {
  const refused = (error: unknown) => (isLaunchlensError(error) ? error.message : Promise.reject(error));
  const asked = QUESTIONS.map(async (question) => mirror.ask(slot, question));
  return Promise.all(asked.map((answer) => answer.catch(refused)));
}
