import { describe, expect, test } from 'vitest';
import { json, scripted } from '../support/answering.ts';

/** The ledger of a wallet, newest first, which gains a record before each answer; a pinned page does not show it. */
function growingLedger() {
  const first = [5, 4, 3, 2, 1];
  const { client, asked } = scripted(({ url }, attempt) => {
    const { searchParams } = new URL(url);
    const number = (name: string) => Number(searchParams.get(name));
    const revision = searchParams.has('ledger_revision') ? number('ledger_revision') : attempt;
    const grown = Array.from({ length: revision - 1 }, (_, n) => 5 + revision - 1 - n);
    const ids = [...grown, ...first];
    const results = ids.slice(number('offset'), number('offset') + number('limit')).map((id) => ({ id }));
    const has_more = number('offset') + results.length < ids.length;
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
  test('are those of the first page’s revision, once each, however fast the ledger grows', async () => {
    const { taken, asked } = growingLedger();
    expect(await taken()).toEqual([5, 4, 3, 2, 1]);
    expect(asked).toHaveLength(3);
    expect(asked.map(({ url }) => new URL(url).searchParams.get('ledger_revision'))).toEqual([
      null,
      '1',
      '1',
    ]);
  });

  test('start at an offset, and at a revision that the caller names', async () => {
    const { taken } = growingLedger();
    expect(await taken({ offset: 3, ledgerRevision: 2 })).toEqual([3, 2, 1]);
  });
});
