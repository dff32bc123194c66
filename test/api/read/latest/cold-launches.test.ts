import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchVersion, PledgeVersion } from '../../../../api/read/account-versions.ts';
import { everythingAt } from '../../../../api/read/latest/changes.ts';
import { pledgesThatFit } from '../../../../api/read/latest/load-pledges.ts';
import { PledgeMemory } from '../../../../api/read/latest/pledge-memory.ts';
import { type LatestSnapshot, type StateAt, stateAt } from '../../../../api/read/latest/snapshot.ts';
import { LatestState } from '../../../../api/read/latest/state.ts';
import { stepBy } from '../../../../api/read/latest/tail.ts';
import { latestView } from '../../../../api/read/latest/view.ts';
import { createWarming } from '../../../../api/read/latest/warming.ts';
import type { Answer, MirrorView, Stamped } from '../../../../api/read/questions.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { LAUNCH_STATUSES } from '../../../../schemas/launch-statuses.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../../../../schemas/rest/orders.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import {
  launchVersion,
  loadedSnapshot,
  PledgeStore,
  pledgeVersion,
  SURROUNDINGS,
} from '../../support/pledge-store.ts';

const LAUNCH_IDS = [1n, 2n, 3n, 4n];
const WALLETS = Array.from({ length: 40 }, (_, number) => `wallet ${number}`);
const amount = fc.bigInt(0n, 9n);
const anyLaunchId = fc.constantFrom(...LAUNCH_IDS);
const isRarely = fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0);
const anyChanges = fc.record({
  launches: fc.uniqueArray(
    fc.record({ launchId: anyLaunchId, status: fc.constantFrom(...LAUNCH_STATUSES), closed: isRarely }),
    { maxLength: 2, selector: ({ launchId }) => launchId },
  ),
  pledges: fc.uniqueArray(
    fc.record({
      ...{ launchId: anyLaunchId, wallet: fc.constantFrom(...WALLETS), amount, tokensReleased: amount },
      ...{ refunded: fc.boolean(), pledgedTs: fc.bigInt(0n, 3n), closed: isRarely },
    }),
    { maxLength: 30, selector: ({ launchId, wallet }) => `${launchId} ${wallet}` },
  ),
});
type AnyChanges = typeof anyChanges extends fc.Arbitrary<infer Value> ? Value : never;
const depth = fc.bigInt(0n, 5n);
const anyEvent = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('slot'), changes: anyChanges, depth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correction'), changes: anyChanges, depth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback'), changes: anyChanges, depth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read on'), changes: anyChanges, depth }) },
);
type Event = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never;
/** Which launch is asked about, and how far below the newest slot. */
const anyAsked = fc.array(fc.record({ launchId: anyLaunchId, depth }), { minLength: 1, maxLength: 3 });

function questionsAbout(launchId: bigint): ((view: MirrorView) => Answer<unknown>)[] {
  const wallet = pubkeyOf('wallet 3');
  return [
    (view) => view.current(),
    (view) => view.launch({ launchId }),
    (view) => view.launch({ launchId, wallet }),
    (view) => view.details({ launchIds: [launchId, 2n, 99n], wallet }),
    (view) => view.distribution({ launchId, buckets: 3 }),
    (view) => view.positions({ wallet, limit: 2 }),
    ...LAUNCH_ORDERS.map((orderBy) => (view: MirrorView) => view.launches({ orderBy, limit: 2 })),
    ...PLEDGE_ORDERS.flatMap((orderBy) => [
      (view: MirrorView) => view.pledges({ launchId, orderBy, limit: 5 }),
      (view: MirrorView) =>
        view.firstPledgePages({ launchIds: [launchId, 3n], orderBy, minAmount: 4n, limit: 2 }),
    ]),
  ];
}

/** One index, followed with memory for everything and with memory for little. */
class Twins {
  readonly #store = new PledgeStore();
  readonly #budget: number;
  readonly #signal = new AbortController().signal;
  readonly #warming;
  #slot = 1_000n;
  #revision = 1n;
  #rollback = 0n;
  #readsOn = Promise.withResolvers<void>();
  #big: LatestSnapshot;
  #small: LatestSnapshot;
  readonly counts = { warmed: 0, cold: 0, memory: 0, earlier: 0 };

  constructor(budget: number) {
    this.#budget = budget;
    const { olap } = this.#store;
    this.#big = loadedSnapshot(new LatestState(), this.#position);
    this.#small = loadedSnapshot(new LatestState(new PledgeMemory(budget)), this.#position);
    this.#store.midway = () => this.#readsOn.promise;
    this.#warming = createWarming({
      ...{ olap, clock: manualClock(), logger: createLogger('silent') },
      held: () => this.#small,
      settled: async () => undefined,
      onWarmed: () => {
        this.counts.warmed += 1;
      },
    });
  }

  get #position() {
    return { slot: this.#slot, revision: this.#revision, rollbackRevision: this.#rollback };
  }

  async meet({ kind, changes, depth }: Event): Promise<void> {
    if (kind === 'slot') this.#step(this.#slot + 1n, changes);
    if (kind === 'correction') this.#step(this.#slot - depth, changes);
    if (kind === 'rollback') await this.#rollBack(depth);
    if (kind === 'read on') await this.readOn();
  }

  /** Whatever is being read into memory is read to its end. */
  async readOn(): Promise<void> {
    this.#readsOn.resolve();
    await this.#warming.ended();
    this.#readsOn = Promise.withResolvers<void>();
  }

  #step(slot: bigint, drawn: AnyChanges): void {
    this.#revision += 1n;
    const launches = drawn.launches.map((fields) => launchVersion({ ...fields, updatedSlot: slot }));
    const pledges = drawn.pledges.map((fields) => pledgeVersion({ ...fields, updatedSlot: slot }));
    const row = <Version>(version: Version) => ({ slot, revision: this.#revision, version });
    this.#store.launches.push(...launches.map(row<LaunchVersion>));
    this.#store.pledges.push(...pledges.map(row<PledgeVersion>));
    if (slot > this.#slot) this.#slot = slot;
    const found = { portions: [{ slot, launches, pledges }], times: [{ slot, time: slot * 10n }] };
    const step = (held: LatestSnapshot): LatestSnapshot => {
      const checkpoint = { ...held.stamp.checkpoint, ...this.#position };
      return stepBy(held, { checkpoint, found, surroundings: SURROUNDINGS }).apply();
    };
    this.#big = step(this.#big);
    this.#small = step(this.#small);
    expectWithinBudget(this.#small.state, this.#budget);
  }

  async #rollBack(by: bigint): Promise<void> {
    const to = this.#slot - by;
    this.#revision += 1n;
    this.#rollback = this.#revision;
    this.#store.rollbacks.push({ revision: this.#revision, to });
    this.#store.removeAbove(to);
    // Rows are gone before the states in memory are read again.
    await this.readOn();
    for (const launchId of LAUNCH_IDS) this.ask(launchId, 0n);
    this.#slot = to;
    const before = this.#small.state;
    const state = new LatestState(new PledgeMemory(this.#budget));
    const { launches, pledges } = this.#store.newest(this.#position);
    state.apply({ launches });
    const checkpoint = { ...this.#big.stamp.checkpoint, ...this.#position };
    const { midway } = this.#store;
    this.#store.midway = async () => undefined;
    const { scanner } = this.#store.olap;
    for await (const portion of pledgesThatFit(scanner, everythingAt(checkpoint, this.#signal), {
      state,
      before,
    })) {
      state.apply(portion);
    }
    this.#store.midway = midway;
    const everything = new LatestState();
    everything.apply({ launches, pledges });
    this.#big = loadedSnapshot(everything, this.#position);
    this.#small = loadedSnapshot(state, this.#position);
    expectWithinBudget(state, this.#budget);
  }

  ask(launchId: bigint, below: bigint): void {
    const slot = this.#slot - below;
    const big = below === 0n ? this.#big : stateAt(this.#big, slot);
    const small = below === 0n ? this.#small : stateAt(this.#small, slot);
    expect(small === undefined).toBe(big === undefined);
    if (!big || !small) return;
    for (const question of questionsAbout(launchId)) this.#compare(question, big, small);
    if (below > 0n) this.counts.earlier += 1;
  }

  #compare(question: (view: MirrorView) => Answer<unknown>, big: StateAt, small: StateAt): void {
    let from: 'memory' | 'cold' = 'memory';
    const view = latestView(small, (cold = []) => {
      from = 'cold';
      this.#warming.begin(cold, this.#signal);
      return latestView(big);
    });
    expect(factsOf(question(view))).toEqual(factsOf(question(latestView(big))));
    this.counts[from] += 1;
  }
}

function factsOf(answer: Answer<unknown>): unknown {
  return (answer as Stamped<unknown>).facts;
}

function expectWithinBudget(state: LatestState, budget: number): void {
  const tables = [...state.entries()].map(({ pledges }) => pledges?.bytes ?? 0);
  expect(state.memory.bytes).toBe(tables.reduce((sum, bytes) => sum + bytes, 0));
  expect(state.memory.bytes).toBeLessThanOrEqual(budget);
}

test('little memory and much memory have the same answers, whatever happens to the index', async () => {
  const seed = Date.now();
  const totals = { warmed: 0, cold: 0, memory: 0, earlier: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 8_000, max: 40_000 }),
      fc.array(fc.tuple(anyEvent, anyAsked), { minLength: 20, maxLength: 60 }),
      async (budget, events) => {
        const twins = new Twins(budget);
        for (const [event, asked] of events) {
          await twins.meet(event);
          for (const { launchId, depth } of asked) twins.ask(launchId, depth);
        }
        await twins.readOn();
        for (const launchId of LAUNCH_IDS) twins.ask(launchId, 0n);
        for (const name of ['warmed', 'cold', 'memory', 'earlier'] as const)
          totals[name] += twins.counts[name];
      },
    ),
    { numRuns: 50, seed, endOnFailure: true },
  );
  for (const [what, count] of Object.entries(totals))
    expect(count, `${what} with seed ${seed}`).toBeGreaterThan(10);
});
