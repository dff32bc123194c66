import { describe, expect, test } from 'vitest';
import { nextPlace } from '../../../web/data/csv-file.ts';
import { csvCell, csvHead, csvLines } from '../../../web/model/csv.ts';

describe('a CSV file of a table', () => {
  test('keeps every digit, quotes what has to be, and is empty where nothing is', () => {
    expect(csvCell(2n ** 64n)).toBe('18446744073709551616');
    expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"');
    expect([csvCell(null), csvCell(undefined), csvCell(true), csvCell(-5)]).toEqual(['', '', 'true', '-5']);
    expect(csvCell([{ mint: 'M', amount: 3n }])).toBe('"[{""mint"":""M"",""amount"":""3""}]"');
  });

  test.for(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
    'makes no formula of %j',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  test('has a column for each path, also where a part of it is missing', () => {
    const columns = ['launch.launch_id', 'refund.amount', 'constructor'];
    expect(csvHead(columns)).toBe('launch_launch_id,refund_amount,constructor\r\n');
    expect(csvLines(columns, [{ launch: { launch_id: '7' } }, { refund: { amount: '1' } }])).toBe(
      '7,,\r\n,1,\r\n',
    );
  });

  test('continues by cursor, by the last row or by counting, and ends with the last page', () => {
    const results = [{ id: 5n }, { id: 4n }];
    expect(nextPlace('cursor', { results, next_cursor: 'c' }, 2)).toEqual({ cursor: 'c' });
    expect(nextPlace('cursor', { results, next_cursor: null }, 2)).toBeUndefined();
    expect(nextPlace('before', { results, has_more: true }, 2)).toEqual({ before: '4' });
    expect(nextPlace('offset', { results, has_more: true, ledger_revision: 9n }, 2)).toEqual({
      ...{ offset: '2', ledger_revision: '9' },
    });
    expect(nextPlace('before', { results, has_more: false }, 2)).toBeUndefined();
  });
});
