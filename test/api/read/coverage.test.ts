import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CoverageRow, coverageOf, requireHeld } from '../../../api/read/coverage.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';

const row = (
  state: CoverageRow['state'],
  from: bigint,
  to: bigint,
  revision: bigint,
  at = Number(revision),
): CoverageRow => ({ state, from, to, revision, at });

const NEWEST = 60n;

function refusal(slot: bigint, rows: readonly CoverageRow[]) {
  try {
    requireHeld(slot, NEWEST, coverageOf(rows));
    return undefined;
  } catch (error) {
    if (isLaunchlensError(error)) return { code: error.code, ...error.context };
    throw error;
  }
}

describe('the slots that the index holds', () => {
  test('begin with the first range that is known', () => {
    const rows = [row('streamed', 11n, 60n, 2n), row('snapshot', 10n, 10n, 1n)];
    expect(refusal(10n, rows)).toBeUndefined();
    expect(refusal(9n, rows)).toEqual({ code: 'SLOT_NOT_HELD', slot: 9n, before: undefined, after: 10n });
  });

  test('are only the newest one when no range was recorded', () => {
    expect(refusal(NEWEST, [])).toBeUndefined();
    expect(refusal(59n, [])).toEqual({ code: 'SLOT_NOT_HELD', slot: 59n, before: undefined, after: 60n });
  });

  test('leave out lost ranges, over several of them in a row', () => {
    const rows = [
      row('streamed', 1n, 19n, 1n),
      row('lost', 20n, 29n, 2n),
      row('lost', 30n, 39n, 3n),
      row('streamed', 40n, 60n, 4n),
    ];
    expect(refusal(25n, rows)).toEqual({ code: 'SLOT_NOT_HELD', slot: 25n, before: 19n, after: 40n });
    expect(refusal(35n, rows)).toEqual({ code: 'SLOT_NOT_HELD', slot: 35n, before: 19n, after: 40n });
    expect(refusal(19n, rows)).toBeUndefined();
    expect(refusal(40n, rows)).toBeUndefined();
  });

  test('take back what a later repair covers, and no more', () => {
    const rows = [row('streamed', 1n, 60n, 1n), row('lost', 20n, 29n, 2n), row('repaired', 22n, 25n, 3n)];
    expect(refusal(21n, rows)).toEqual({ code: 'SLOT_NOT_HELD', slot: 21n, before: 19n, after: 22n });
    expect(refusal(22n, rows)).toBeUndefined();
    expect(refusal(26n, rows)).toEqual({ code: 'SLOT_NOT_HELD', slot: 26n, before: 25n, after: 30n });
  });

  test('do not take back a range that was lost after it had been repaired', () => {
    const rows = [row('streamed', 1n, 60n, 1n), row('repaired', 20n, 29n, 2n), row('lost', 20n, 29n, 3n)];
    expect(refusal(25n, rows)).toMatchObject({ code: 'SLOT_NOT_HELD' });
  });

  test('take back what a backfill covers, whose rows have no revision, until it is lost again', () => {
    const rows = [row('streamed', 1n, 60n, 1n), row('lost', 20n, 29n, 2n), row('repaired', 20n, 29n, 0n, 3)];
    expect(refusal(25n, rows)).toBeUndefined();
    expect(refusal(25n, [...rows, row('lost', 25n, 27n, 4n)])).toMatchObject({ before: 24n, after: 28n });
  });

  test('below the first live slot are those that a backfill covers, and none in between', () => {
    const rows = [
      row('snapshot', 40n, 40n, 1n),
      row('streamed', 41n, 60n, 2n),
      row('repaired', 10n, 14n, 0n, 3),
      row('repaired', 15n, 19n, 0n, 4),
      row('repaired', 30n, 34n, 0n, 5),
    ];
    expect(refusal(9n, rows)).toMatchObject({ before: undefined, after: 10n });
    for (const slot of [10n, 19n, 30n, 34n, 40n, 50n]) expect(refusal(slot, rows)).toBeUndefined();
    expect(refusal(25n, rows)).toMatchObject({ before: 19n, after: 30n });
    expect(refusal(39n, rows)).toMatchObject({ before: 34n, after: 40n });
  });

  test('do not end where a repair lies above what the ledger has recorded of the stream', () => {
    const rows = [row('streamed', 1n, 20n, 1n), row('repaired', 40n, 40n, 2n), row('lost', 35n, 39n, 2n)];
    expect(refusal(30n, rows)).toBeUndefined();
    expect(refusal(37n, rows)).toMatchObject({ before: 34n, after: 40n });
  });

  test('never reach above the newest slot', () => {
    expect(refusal(61n, [row('streamed', 1n, 99n, 1n)])).toEqual({
      code: 'SLOT_AHEAD',
      slot: 61n,
      lastIndexedSlot: NEWEST,
    });
  });

  test('always name answerable slots beside one that is not', () => {
    const state = fc.constantFrom<CoverageRow['state']>('streamed', 'snapshot', 'lost', 'repaired');
    const range = fc.tuple(state, fc.bigInt(0n, 59n), fc.bigInt(0n, 20n));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), fc.bigInt(0n, 59n), (ranges, slot) => {
        const rows = ranges.map(([name, from, length], index) =>
          row(name, from, from + length, BigInt(index)),
        );
        const refused = refusal(slot, rows);
        if (refused === undefined || refused.code !== 'SLOT_NOT_HELD') return;
        const { before, after } = refused as { before?: bigint; after: bigint };
        expect(refusal(after, rows)).toBeUndefined();
        if (before !== undefined) expect(refusal(before, rows)).toBeUndefined();
      }),
    );
  });
});
