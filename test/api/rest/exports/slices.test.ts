import { expect, test } from 'vitest';
import { SLICE_ROWS, slices } from '../../../../api/rest/exports/lines.ts';

test('other requests get a turn after every slice of an export', async () => {
  const rows = 3 * SLICE_ROWS + 1;
  async function* pages() {
    yield { rows, sum: 0n, lines: Array(rows).fill('row').join('\n') };
  }
  let turns = 0;
  const another = (): void => {
    turns += 1;
    next = setImmediate(another);
  };
  let next = setImmediate(another);
  const seen: { rows: number; turns: number }[] = [];
  for await (const slice of slices(pages())) seen.push({ rows: slice.length, turns });
  clearImmediate(next);

  expect(seen.map((slice) => slice.rows)).toEqual([SLICE_ROWS, SLICE_ROWS, SLICE_ROWS, 1]);
  expect(new Set(seen.map((slice) => slice.turns)).size).toBe(seen.length);
});
