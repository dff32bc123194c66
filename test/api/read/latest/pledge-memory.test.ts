import { beforeEach, describe, expect, test } from 'vitest';
import { PledgeMemory } from '../../../../api/read/latest/pledge-memory.ts';
import { grownTableBytes, PledgeTable, tableBytes } from '../../../../api/read/latest/pledge-table.ts';
import { LatestState } from '../../../../api/read/latest/state.ts';
import { launchVersion, pledgeVersion } from '../../support/pledge-store.ts';

/** Room for three launches with few pledges. */
const BUDGET = 3 * tableBytes(0);

describe('the memory for pledges', () => {
  let state: LatestState;
  let slot = 0n;
  beforeEach(() => {
    state = new LatestState(new PledgeMemory(BUDGET));
  });
  const begin = (...launchIds: bigint[]): void => {
    for (const launchId of launchIds)
      state.apply({ launches: [launchVersion({ launchId, updatedSlot: 1n })] });
  };
  const pledge = (launchId: bigint, count: number): void => {
    slot += 1n;
    const wallets = Array.from({ length: count }, (_, number) => `${slot} ${number}`);
    state.apply({ pledges: wallets.map((wallet) => pledgeVersion({ launchId, wallet, updatedSlot: slot })) });
  };
  const heldIds = (): bigint[] => [...state.launchIds].filter((id) => state.entry(id)?.pledges);
  const hasRoomFor = (launchId: bigint): boolean => {
    const entry = state.ask(launchId);
    return entry !== undefined && state.memory.hasRoomFor(entry, state.entries());
  };

  test('lets go of the launch least recently asked for', () => {
    begin(1n, 2n, 3n);
    state.ask(2n);
    state.ask(1n);
    begin(4n);
    expect(heldIds()).toEqual([1n, 2n, 4n]);
    begin(5n);
    expect(heldIds()).toEqual([1n, 4n, 5n]);
  });

  test('makes room as tables grow, and never takes more than the budget', () => {
    begin(1n, 2n, 3n);
    pledge(3n, 20);
    expect(heldIds()).toEqual([2n, 3n]);
    expect(state.memory.bytes).toBeLessThanOrEqual(BUDGET);
    expect(state.pledgeCount).toBe(20);
    expect(state.coldCount).toBe(1);
  });

  test('lets go of a launch that takes more than the budget alone, and of no other', () => {
    begin(1n, 2n);
    pledge(2n, 1_000);
    expect(heldIds()).toEqual([1n]);
    expect(state.entry(2n)?.accounts).toBeGreaterThan(100);
    expect(hasRoomFor(2n)).toBe(false);
  });

  test('ignores changes of a cold launch, and remembers how many pledges it had', () => {
    begin(1n);
    pledge(1n, 7);
    begin(2n, 3n, 4n);
    expect(heldIds()).toEqual([2n, 3n, 4n]);
    pledge(1n, 1);
    expect(state.entry(1n)).toMatchObject({ accounts: 7, pledges: undefined });
  });

  test('gives a cold launch no room of launches that were asked for since it was', () => {
    begin(1n, 2n, 3n, 4n);
    expect(hasRoomFor(1n)).toBe(false);
    // A few questions in a row are one, as a page asks them.
    expect(hasRoomFor(1n)).toBe(false);
    state.ask(3n);
    state.ask(4n);
    expect(hasRoomFor(1n)).toBe(true);
    for (const launchId of [2n, 3n, 4n]) state.ask(launchId);
    expect(hasRoomFor(1n)).toBe(false);
  });

  test('gives a cold launch the room of all others, once nobody asks for them any more', () => {
    begin(1n, 2n, 3n, 4n);
    const answers = Array.from({ length: 20 }, () => hasRoomFor(1n));
    expect(answers.indexOf(true)).toBeGreaterThan(4);
    expect(answers.at(-1)).toBe(true);
  });

  test('is not taken turns in by launches that do not fit together', () => {
    state = new LatestState(new PledgeMemory(tableBytes(0)));
    begin(1n, 2n);
    let moves = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const asked = BigInt(1 + (turn % 2));
      if (state.entry(asked)?.pledges) state.ask(asked);
      else if (hasRoomFor(asked)) moves += 1;
    }
    expect(moves).toBe(0);
  });

  test('holds no launch that would have to leave when its table grows', () => {
    const accounts = 100;
    expect(new PledgeMemory(tableBytes(accounts)).canHold(accounts)).toBe(false);
    expect(new PledgeMemory(grownTableBytes(accounts)).canHold(accounts)).toBe(true);
  });

  test('counts what tables really take', () => {
    const table = new PledgeTable(1_000);
    expect(table.bytes).toBeLessThanOrEqual(tableBytes(1_000));
    for (let number = 0; number < 1_200; number += 1) {
      table.apply(pledgeVersion({ launchId: 1n, wallet: `${number}`, updatedSlot: 1n }));
    }
    expect(table.bytes).toBeGreaterThan(tableBytes(1_000));
    expect(table.bytes).toBeLessThan(2 * tableBytes(1_200));
  });
});
