import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendRow } from '../../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../../core/olap/native/column-block.ts';
import { encodeNative } from '../../../../core/olap/native/encode.ts';
import { type ColumnType, defineLayout } from '../../../../core/olap/native/layout.ts';
import { EVERY_TYPE_COLUMNS, everyType, HIGHEST, LOWEST, NULLS, newBlock } from './every-type.ts';

const pair = defineLayout({ id: 'UInt64', note: 'String', seen: 'Nullable(Int64)' });
const { id, note, seen } = pair.byName;

describe('a column block', () => {
  test('starts every row with zeros, empty strings and NULLs, also when its buffers are used again', () => {
    const block = newBlock(2);
    appendRow(block, HIGHEST);
    appendRow(block, HIGHEST);
    block.clear();
    const row = block.addRow();
    const { big, key, text, maybe_big } = everyType.byName;
    expect(block.u64(big, row)).toBe(0n);
    expect(block.bytes(key, row)).toEqual(Buffer.alloc(32));
    expect(block.bytes(text, row)).toHaveLength(0);
    expect(block.isNull(maybe_big, row)).toBe(true);
  });

  test('keeps every value while it grows', () => {
    const block = new ColumnBlock(pair, { capacity: 1 });
    for (let index = 0; index < 1000; index += 1) {
      appendRow(block, { id: BigInt(index), note: `n${index}`, seen: index % 3 ? -BigInt(index) : null });
    }
    expect(block.rows).toBe(1000);
    for (let row = 0; row < 1000; row += 1) {
      expect(block.u64(id, row)).toBe(BigInt(row));
      expect(block.bytes(note, row).toString()).toBe(`n${row}`);
      expect(block.isNull(seen, row)).toBe(row % 3 === 0);
      expect(block.i64(seen, row)).toBe(row % 3 ? -BigInt(row) : 0n);
    }
  });

  test('holds what was written last into a row, whatever the lengths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 4 }), fc.uint8Array({ maxLength: 40 })), { maxLength: 60 }),
        (writes) => {
          const block = new ColumnBlock(pair, { capacity: 1 });
          for (let row = 0; row < 5; row += 1) block.addRow();
          const model = Array.from({ length: 5 }, () => Buffer.alloc(0));
          for (const [row, value] of writes) {
            block.setString(note, row, value);
            model[row] = Buffer.from(value);
          }
          expect(model.map((_, row) => Buffer.from(block.bytes(note, row)))).toEqual(model);
        },
      ),
    );
  });

  test('holds what a list of rows would, whatever is added, rewritten, taken out and cleared', () => {
    const text = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes));
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), text }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), at: fc.nat(20), text }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const block = new ColumnBlock(pair, { capacity: 1 });
        let model: Buffer[] = [];
        for (const each of steps) {
          if (each.do === 'add') {
            block.setString(note, block.claimRow(), each.text);
            model.push(each.text);
          } else if (each.do === 'clear') {
            block.clear();
            model = [];
          } else if (model.length > 0) {
            const at = each.at % model.length;
            if (each.do === 'write') {
              block.setString(note, at, each.text);
              model[at] = each.text;
            } else {
              block.removeRow(at);
              const last = model.pop();
              if (at < model.length && last) model[at] = last;
            }
          }
        }
        expect(model.map((_, row) => Buffer.from(block.bytes(note, row)))).toEqual(model);
        expect(block.rows).toBe(model.length);
      }),
      { numRuns: 150 },
    );
  });

  test('appends a range of another block, and both stay independent', () => {
    const source = newBlock();
    for (const row of [LOWEST, HIGHEST, NULLS]) appendRow(source, row);
    const target = newBlock(1);
    appendRow(target, LOWEST);
    target.appendFrom(source, 1, 3);
    const expected = newBlock();
    for (const row of [LOWEST, HIGHEST, NULLS]) appendRow(expected, row);
    source.clear();
    expect(Buffer.concat(encodeNative(target))).toEqual(Buffer.concat(encodeNative(expected)));
  });

  test('refuses rows of other columns', () => {
    const other = new ColumnBlock(defineLayout({ id: 'UInt64' }));
    expect(() => other.appendFrom(new ColumnBlock(pair) as unknown as ColumnBlock<'id'>)).toThrow(
      expect.objectContaining({ code: 'COLUMN_LAYOUT_MISMATCH' }),
    );
  });

  test('clears one row and leaves its neighbours', () => {
    const block = newBlock();
    for (const row of [HIGHEST, HIGHEST, HIGHEST]) appendRow(block, row);
    block.clearRow(1);
    const expected = newBlock();
    for (const row of [HIGHEST, {}, HIGHEST]) appendRow(expected, row);
    expect(Buffer.concat(encodeNative(block))).toEqual(Buffer.concat(encodeNative(expected)));
  });

  test('takes a row out by moving the last one into its place', () => {
    const block = newBlock();
    for (const row of [LOWEST, HIGHEST, LOWEST, NULLS]) appendRow(block, row);
    block.removeRow(0);
    block.removeRow(2);
    const expected = newBlock();
    for (const row of [NULLS, HIGHEST]) appendRow(expected, row);
    expect(Buffer.concat(encodeNative(block))).toEqual(Buffer.concat(encodeNative(expected)));
    expect(block.bytes(everyType.byName.text, block.addRow())).toHaveLength(0);
  });

  test('fills one u64 into every row and nothing else', () => {
    const block = newBlock();
    for (const row of [LOWEST, HIGHEST, NULLS]) appendRow(block, row);
    block.fillU64(everyType.byName.big, 2n ** 64n - 2n);
    const expected = newBlock();
    for (const row of [LOWEST, HIGHEST, NULLS]) appendRow(expected, { ...row, big: 2n ** 64n - 2n });
    expect(Buffer.concat(encodeNative(block))).toEqual(Buffer.concat(encodeNative(expected)));
  });
});

describe('a row by names', () => {
  test.each([
    ['tiny', 256],
    ['tiny', -1],
    ['small', 2 ** 32],
    ['big', -1n],
    ['big', 2n ** 64n],
    ['big', 0.5],
    ['big', 2 ** 53],
    ['big', null],
    ['signed', 2n ** 63n],
    ['key', Buffer.alloc(31)],
    ['text', 5n],
    ['maybe_big', 2n ** 64n],
  ] as const)('refuses %s = %s and keeps nothing of it', (name, value) => {
    const block = newBlock();
    expect(() => appendRow(block, { [name]: value })).toThrow(
      expect.objectContaining({ code: 'COLUMN_VALUE_MISMATCH' }),
    );
    expect(block.rows).toBe(0);
  });

  test('refuses a column that the block does not have', () => {
    const cells = { nowhere: 1n } as Record<string, bigint>;
    expect(() => appendRow(newBlock(), cells)).toThrow(expect.objectContaining({ code: 'COLUMN_UNKNOWN' }));
  });
});

describe('a layout', () => {
  test.each(['Float64', 'FixedString(0)', 'Nullable(String)', 'Array(UInt8)'])('refuses %s', (type) => {
    expect(() => defineLayout({ x: type as ColumnType })).toThrow(
      expect.objectContaining({ code: 'COLUMN_TYPE_UNSUPPORTED' }),
    );
  });

  test('tells the columns in the order of their declaration', () => {
    expect(EVERY_TYPE_COLUMNS.startsWith('tiny UInt8, flag Bool, small UInt32')).toBe(true);
  });
});
