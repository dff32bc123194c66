import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { columnOf } from '../../core/olap/native/layout.ts';
import type { AccountLayout } from '../../idl/layout.ts';

/** The exact account bytes that a row was decoded from. */
export function accountBytes(account: AccountLayout, block: ColumnBlock, row: number): Buffer {
  const bytes = Buffer.alloc(account.size);
  bytes.set(account.discriminator);
  for (const { name, offset } of account.fields) {
    bytes.set(block.bytes(columnOf(block.layout, name), row), offset);
  }
  return bytes;
}
