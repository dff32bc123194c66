import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { type ColumnType, columnOf, defineLayout } from '../../../core/olap/native/layout.ts';
import type { AccountLayout } from '../../../idl/layout.ts';
import { compileRowWriter } from '../../../indexer/decode/account-codec.ts';
import { viewOf } from '../../../indexer/model/words.ts';

/** An account of byte arrays of these sizes, and its table with the columns in reverse order. */
function shaped(sizes: readonly number[]) {
  let offset = 8;
  const fields = sizes.map((size, index) => {
    const field = { name: `f${index}`, type: 'bytes' as const, offset, size };
    offset += size;
    return field;
  });
  const account: AccountLayout = { name: 'Shaped', discriminator: new Uint8Array(8), size: offset, fields };
  const types = fields.map(({ name, size }): [string, ColumnType] => [name, `FixedString(${size})`]);
  return { account, table: defineLayout(Object.fromEntries(types.reverse())) };
}

describe('a compiled row writer', () => {
  test('copies fields of any size at any offset into any row, and nothing beside them', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.nat(9), fc.nat(20), (widths, row, at) => {
        const { account, table } = shaped(widths);
        const source = Buffer.from(
          Array.from({ length: at + account.size + 8 }, (_, index) => (index * 31) % 251),
        );
        const block = new ColumnBlock(table);
        for (let index = 0; index <= row + 1; index += 1) block.addRow();
        compileRowWriter(account, table)(viewOf(source), at, block, row);
        for (const { name, offset, size } of account.fields) {
          const column = columnOf(table, name);
          const expected = source.subarray(at + offset, at + offset + size);
          expect(Buffer.from(block.bytes(column, row))).toEqual(Buffer.from(expected));
          expect(block.bytes(column, row + 1)).toEqual(Buffer.alloc(size));
        }
      }),
      { numRuns: 100 },
    );
  });
});
