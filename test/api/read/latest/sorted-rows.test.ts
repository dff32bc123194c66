import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SortedRows } from '../../../../api/read/latest/sorted-rows.ts';

/** A list of numbers kept by SortedRows: row i holds `values[i]`. */
function listOf(values: readonly number[]): SortedRows {
  const rows = new SortedRows();
  values.forEach((value, row) => {
    rows.insert(row, (other) => value - (values[other] ?? 0));
  });
  return rows;
}

const comparing = (values: readonly number[], wanted: number) => (row: number) => wanted - (values[row] ?? 0);

describe('rows in key order', () => {
  const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 2_000, size: 'max' });

  test('come out sorted, whatever order they went in', () => {
    fc.assert(
      fc.property(distinct, (values) => {
        const out = [...listOf(values).after()].map((row) => values[row]);
        expect(out).toEqual([...values].sort((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });

  test('go on after any key, held or not', () => {
    fc.assert(
      fc.property(distinct, fc.integer({ min: -1, max: 1_000_001 }), (values, key) => {
        const out = [...listOf(values).after(comparing(values, key))].map((row) => values[row]);
        expect(out).toEqual(values.filter((value) => value > key).sort((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });

  test('are found by key, and only when held', () => {
    fc.assert(
      fc.property(distinct, (values) => {
        const rows = listOf(values);
        for (const [row, value] of values.entries()) expect(rows.find(comparing(values, value))).toBe(row);
        expect(rows.find(comparing(values, -1))).toBeUndefined();
        expect(rows.find(comparing(values, 1_000_001))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  test('fill their chunks when they arrive in order, in either direction', () => {
    for (const values of [
      Array.from({ length: 5_000 }, (_, index) => index),
      Array.from({ length: 5_000 }, (_, index) => -index),
    ]) {
      const out = [...listOf(values).after()].map((row) => values[row]);
      expect(out).toEqual([...values].sort((a, b) => a - b));
    }
  });
});
