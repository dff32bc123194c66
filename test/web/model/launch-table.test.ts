import { describe, expect, test } from 'vitest';
import {
  filterLaunches,
  type ListedLaunch,
  nextSort,
  pageOf,
  sortLaunches,
} from '../../../web/model/launch-table.ts';

const launch = (launchId: bigint, parts: Partial<ListedLaunch> = {}): ListedLaunch => ({
  launchId,
  status: 'active',
  launchMint: `Mint${launchId}xyz`,
  totalPledged: 0n,
  pledgerCount: 0n,
  startTs: launchId,
  endTs: 100n - launchId,
  ...parts,
});
const ids = (launches: readonly ListedLaunch[]) => launches.map(({ launchId }) => launchId);

describe('the table of launches', () => {
  const HUGE = 2n ** 63n;
  const all = [
    launch(1n, { totalPledged: HUGE + 1n, status: 'failed' }),
    launch(2n, { totalPledged: HUGE, pledgerCount: 3n }),
    launch(3n, { totalPledged: HUGE, status: 'pending' }),
  ];

  test('sorts by exact amounts, and ties are newest first in both directions', () => {
    expect(ids(sortLaunches(all, '-raised'))).toEqual([1n, 3n, 2n]);
    expect(ids(sortLaunches(all, 'raised'))).toEqual([3n, 2n, 1n]);
  });

  test('sorts by start, end, pledgers and status', () => {
    expect(ids(sortLaunches(all, '-launch'))).toEqual([3n, 2n, 1n]);
    expect(ids(sortLaunches(all, 'launch'))).toEqual([1n, 2n, 3n]);
    expect(ids(sortLaunches(all, 'ends'))).toEqual([3n, 2n, 1n]);
    expect(ids(sortLaunches(all, '-pledgers'))).toEqual([2n, 3n, 1n]);
    expect(ids(sortLaunches(all, 'status'))).toEqual([3n, 2n, 1n]);
  });

  test('turns around at the second press of a heading', () => {
    expect(nextSort('raised', '-launch')).toBe('-raised');
    expect(nextSort('raised', '-raised')).toBe('raised');
    expect(nextSort('raised', 'raised')).toBe('-raised');
  });

  test('finds a part of an id, a mint, a name or a symbol, of one status if asked', () => {
    const names = new Map([['Mint2xyz', { name: 'Northwind', symbol: 'NWD' }]]);
    const found = (text: string, status?: ListedLaunch['status']) =>
      ids(filterLaunches(all, { status, text }, names));
    expect(found('')).toEqual([1n, 2n, 3n]);
    expect(found(' 3X ')).toEqual([3n]);
    expect(found('wind')).toEqual([2n]);
    expect(found('nwd')).toEqual([2n]);
    expect(found('nwd', 'failed')).toEqual([]);
    expect(found('', 'failed')).toEqual([1n]);
  });

  test('shows the last page in place of one beyond it', () => {
    expect(pageOf([1, 2, 3], 0, 2)).toEqual({ rows: [1, 2], page: 0, more: true });
    expect(pageOf([1, 2, 3], 7, 2)).toEqual({ rows: [3], page: 1, more: false });
    expect(pageOf([], 3, 2)).toEqual({ rows: [], page: 0, more: false });
  });
});
