import { beforeEach, describe, expect, test } from 'vitest';
import { everythingAt } from '../../../../api/read/latest/changes.ts';
import { pledgesThatFit } from '../../../../api/read/latest/load-pledges.ts';
import { PledgeMemory } from '../../../../api/read/latest/pledge-memory.ts';
import { grownTableBytes, tableBytes } from '../../../../api/read/latest/pledge-table.ts';
import type { LatestSnapshot } from '../../../../api/read/latest/snapshot.ts';
import { LatestState } from '../../../../api/read/latest/state.ts';
import { createWarming } from '../../../../api/read/latest/warming.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { launchVersion, loadedSnapshot, PledgeStore, pledgeVersion } from '../../support/pledge-store.ts';

const AT = { slot: 10n, revision: 1n };
const { signal } = new AbortController();

describe('pledges that come into memory', () => {
  let store: PledgeStore;
  let held: LatestSnapshot;
  let warmed = 0;
  let settled: () => Promise<void>;
  const clock = manualClock();
  beforeEach(() => {
    store = new PledgeStore();
    warmed = 0;
    settled = async () => undefined;
    clock.advance(1_000_000);
  });

  /** Launches with so many pledges each, the first being the oldest. */
  function begin(...counts: number[]): void {
    counts.forEach((count, index) => {
      const launchId = BigInt(index + 1);
      const row = { slot: 1n, revision: 1n };
      store.launches.push({ ...row, version: launchVersion({ launchId, updatedSlot: 1n }) });
      for (let number = 0; number < count; number += 1) {
        const version = pledgeVersion({ launchId, wallet: `wallet ${number}`, updatedSlot: 1n });
        store.pledges.push({ ...row, version });
      }
    });
  }
  async function load(budget: number, before?: LatestState): Promise<void> {
    const state = new LatestState(new PledgeMemory(budget));
    state.apply({ launches: store.newest(AT).launches });
    const { stamp } = loadedSnapshot(state, AT);
    const since = everythingAt(stamp.checkpoint, signal);
    for await (const portion of pledgesThatFit(store.olap.scanner, since, { state, before })) {
      state.apply(portion);
    }
    held = loadedSnapshot(state, AT);
  }
  const open = () =>
    createWarming({
      ...{ olap: store.olap, clock, logger: createLogger('silent') },
      held: () => held,
      settled: () => settled(),
      onWarmed: () => {
        warmed += 1;
      },
    });
  const heldIds = (): bigint[] => [...held.state.launchIds].filter((id) => held.state.entry(id)?.pledges);
  const forget = (...launchIds: bigint[]): void => {
    for (const launchId of launchIds) held.state.memory.drop(held.state.entryOf(launchId));
  };
  const askTwice = (launchId: bigint): void => {
    const others = [...held.state.launchIds].filter((id) => id !== launchId);
    held.state.ask(launchId);
    for (const id of others) held.state.ask(id);
    held.state.ask(launchId);
  };

  test('a start reads the pledges of the newest launches that fit, and no others', async () => {
    begin(50, 20, 4_000, 10);
    await load(tableBytes(20) + tableBytes(10));
    expect(heldIds()).toEqual([2n, 4n]);
    expect(store.rowsRead).toBe(30);
    expect(held.state.entry(3n)?.accounts).toBe(4_000);
  });

  test('a start goes on until nothing fits, though pledges have more versions than accounts', async () => {
    begin(40, 40);
    for (let revision = 2n; revision < 6n; revision += 1n) {
      const again = store.pledges.filter((row) => row.revision === 1n);
      store.pledges.push(...again.map((row) => ({ ...row, slot: revision, revision })));
    }
    const all = store.pledges.map((row) => ({ ...row, revision: 1n }));
    store.pledges = all;
    await load(tableBytes(200) + tableBytes(60));
    expect(heldIds()).toEqual([1n, 2n]);
    expect(store.rowsRead).toBe(80);
  });

  test('a fresh read of the state prefers the launches that were asked for', async () => {
    begin(10, 10, 10);
    await load(2 * tableBytes(10));
    expect(heldIds()).toEqual([2n, 3n]);
    held.state.ask(1n);
    await load(2 * tableBytes(10), held.state);
    expect(heldIds()).toEqual([1n, 3n]);
  });

  test('are read after a question if there is room, one launch at a time', async () => {
    begin(10, 10, 10);
    await load(2 * tableBytes(10));
    forget(2n, 3n);
    const warming = open();
    let wasBusy = false;
    store.midway = async () => {
      warming.begin([2n], signal);
      wasBusy = held.state.entry(2n)?.arriving === undefined;
    };
    warming.begin([1n, 2n], signal);
    await warming.ended();
    expect(wasBusy).toBe(true);
    expect(heldIds()).toEqual([1n]);
    expect(warmed).toBe(1);
  });

  test('include what changed while they were read, however old the rows are that come after it', async () => {
    begin(10, 10);
    await load(2 * tableBytes(10));
    forget(1n);
    const change = { launchId: 1n, wallet: 'wallet 9', amount: 77n };
    store.midway = async () => {
      // A repair of the same slot, one of an earlier slot, and a new pledge.
      held.state.apply({ pledges: [pledgeVersion({ ...change, updatedSlot: 1n })] });
      held.state.apply({ pledges: [pledgeVersion({ ...change, updatedSlot: 0n, amount: 5n })] });
      held.state.apply({ pledges: [pledgeVersion({ ...change, wallet: 'new', updatedSlot: 11n })] });
    };
    const warming = open();
    warming.begin([1n], signal);
    await warming.ended();
    const pledges = held.state.entry(1n)?.pledges;
    expect(pledges?.count).toBe(11);
    const [largest] = pledges?.page({ orderBy: 'amount_desc', limit: 1 }) ?? [];
    expect(largest?.amount).toBe(77n);
    expect(held.state.entry(1n)?.heldSince).toBe(10n);
  });

  test('are dropped when the state was read again, a rollback removed rows, or too much changed', async () => {
    begin(10, 10);
    const change = pledgeVersion({ launchId: 1n, wallet: 'wallet 1', updatedSlot: 11n });
    for (const happens of [
      () => held.state.apply({ pledges: Array.from({ length: 20_001 }, () => change) }),
      () => {
        held = loadedSnapshot(new LatestState(), AT);
      },
      () => {
        store.rollbacks = [{ revision: 2n, to: 9n }];
      },
    ]) {
      await load(2 * tableBytes(10));
      forget(1n);
      const { state } = held;
      store.midway = async () => happens();
      const warming = open();
      warming.begin([1n], signal);
      await warming.ended();
      expect(state.entry(1n)).toMatchObject({ pledges: undefined, arriving: undefined });
    }
    expect(warmed).toBe(0);
  });

  test('rest nine times as long as it took to read them, and a while after a failure', async () => {
    begin(10, 10);
    await load(2 * tableBytes(10));
    forget(1n, 2n);
    const warming = open();
    const tries = async (): Promise<boolean> => {
      warming.begin([1n, 2n], signal);
      const began = [1n, 2n].some((id) => held.state.entry(id)?.arriving);
      await warming.ended();
      return began;
    };
    settled = async () => {
      throw new Error('the store takes nothing');
    };
    expect(await tries()).toBe(true);
    clock.advance(999);
    expect(await tries()).toBe(false);
    clock.advance(1);
    settled = async () => clock.advance(100);
    expect(await tries()).toBe(true);
    expect(warmed).toBe(1);
    clock.advance(899);
    expect(await tries()).toBe(false);
    clock.advance(1);
    expect(await tries()).toBe(true);
    expect(warmed).toBe(2);
  });

  test('of a launch larger than the budget are counted once, and never read', async () => {
    begin(400, 1);
    await load(grownTableBytes(300));
    const warming = open();
    store.rowsRead = 0;
    for (let turn = 0; turn < 3; turn += 1) {
      askTwice(1n);
      warming.begin([1n], signal);
      expect(held.state.entry(1n)?.arriving !== undefined).toBe(turn === 0);
      await warming.ended();
    }
    expect(store.rowsRead).toBe(0);
  });
});
