import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { columnOf } from '../../core/olap/native/layout.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import type { AccountLayout } from '../../idl/layout.ts';
import type { LAUNCH_VERSIONS, PLEDGE_VERSIONS } from './tables.ts';

/** The exact bytes of the LaunchConfig account that a row was decoded from. */
export function encodeLaunch(block: ColumnBlock<keyof typeof LAUNCH_VERSIONS.byName>, row: number): Buffer {
  return accountBytes(LAUNCH_CONFIG, block, row);
}

/** The exact bytes of the Pledge account that a row was decoded from. */
export function encodePledge(block: ColumnBlock<keyof typeof PLEDGE_VERSIONS.byName>, row: number): Buffer {
  return accountBytes(PLEDGE, block, row);
}

function accountBytes(account: AccountLayout, block: ColumnBlock, row: number): Buffer {
  const bytes = Buffer.alloc(account.size);
  bytes.set(account.discriminator);
  for (const { name, offset } of account.fields) {
    bytes.set(block.bytes(columnOf(block.layout, name), row), offset);
  }
  return bytes;
}
