import { describe, expect, test } from 'vitest';
import { json, scripted } from '../support/answering.ts';

/** The ledger of a wallet, newest first, to which something may happen before each of its answers. */
function ledgerOf(ids: number[], before: (asked: number, ids: number[]) => boolean = () => false) {
  let revision = 1;
  const { client, asked } = scripted(({ url }, attempt) => {
    if (before(attempt, ids)) revision += 1;
    const { searchParams } = new URL(url);
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
    const results = ids.slice(offset, Number(offset) + Number(limit)).map((id) => ({ id }));
    const has_more = Number(offset) + results.length < ids.length;
    return json({ ledger_revision: revision, results, has_more });
  });
  const taken = async (options = {}) => {
    const rows: number[] = [];
    for await (const { id } of client.rewards.allHistory({ limit: 2, ...options })) rows.push(Number(id));
    return rows;
  };
  return { taken, asked };
}

describe('all reward records', () => {
  test('come in one pass while nothing happens', async () => {
    const { taken, asked } = ledgerOf([5, 4, 3, 2, 1]);
    expect(await taken()).toEqual([5, 4, 3, 2, 1]);
    expect(asked).toHaveLength(3);
    expect(await taken({ offset: 3 })).toEqual([2, 1]);
  });

  test('come once each, and to an end, however fast the ledger grows for others', async () => {
    const { taken, asked } = ledgerOf([5, 4, 3, 2, 1], () => true);
    expect(await taken()).toEqual([5, 4, 3, 2, 1]);
    expect(asked).toHaveLength(9);
  });

  test('come last where they are newer than the first page, and no other comes twice', async () => {
    const { taken, asked } = ledgerOf([5, 4, 3, 2, 1], (asking, ids) => asking === 2 && ids.unshift(6) > 0);
    expect(await taken()).toEqual([5, 4, 3, 2, 1, 6]);
    expect(asked).toHaveLength(6);
  });

  test('come all the same where one before them vanished meanwhile', async () => {
    const { taken } = ledgerOf([5, 4, 3, 2, 1], (asking, ids) => asking === 2 && ids.shift() === 5);
    expect(await taken()).toEqual([5, 4, 2, 1, 3]);
  });
});
