import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  bytesColumn,
  insertion,
  integerColumn,
  namesColumn,
  record,
  timestampColumn,
} from '../../../core/oltp/statements.ts';

const shop = record({
  id: integerColumn,
  openedAt: timestampColumn,
  closedAt: timestampColumn.nullable(),
  kinds: namesColumn(z.array(z.enum(['a_b', 'c.d'])).readonly()),
});

describe('a record', () => {
  test('names its columns and reads them into its fields, with NULL as undefined', () => {
    expect(shop.columns).toBe('id, opened_at, closed_at, kinds');
    const row = { id: '7', opened_at: '2026-10-01 12:00:00+00', closed_at: null, kinds: '{a_b,c.d}' };
    expect(shop.row.parse(row)).toEqual({
      id: 7n,
      openedAt: Date.parse('2026-10-01T12:00:00Z'),
      closedAt: undefined,
      kinds: ['a_b', 'c.d'],
    });
  });

  test('does not read a row with a name that is not known, or without a column', () => {
    const row = { id: '7', opened_at: '2026-10-01 12:00:00+00', closed_at: null, kinds: '{a_b,admin}' };
    expect(shop.row.safeParse(row).success).toBe(false);
    expect(shop.row.safeParse({ ...row, kinds: '{a_b}', closed_at: undefined }).success).toBe(false);
    expect(shop.row.safeParse({ ...row, kinds: '{a_b}' }).success).toBe(true);
  });
});

test('bytes are read as hex, and nothing else is', () => {
  expect(bytesColumn.parse('\\x00ff')).toBe('00ff');
  expect(bytesColumn.safeParse('00ff').success).toBe(false);
});

test('an insertion names the column of each field and passes every value as a parameter', () => {
  const fields = { id: 7n, openedAt: new Date(0), label: "it's; DROP", closedAt: undefined };
  expect(insertion('shops', fields, 'ON CONFLICT DO NOTHING')).toEqual([
    'INSERT INTO shops (id, opened_at, label, closed_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [7n, new Date(0), "it's; DROP", undefined],
  ]);
});
