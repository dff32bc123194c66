import { expect, test } from 'vitest';
import { benchQuery } from './query.ts';

test('the tables that the index is measured against can be made of its own, and answer the same', async () => {
  const shape = { launches: 5, pledges: 20, versions: 500, wallets: 50 };
  const rows = await benchQuery({ pledges: shape, history: shape });
  expect(rows.map(({ ratio }) => ratio > 0)).toEqual([true, true, true, true]);
});
