import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { columnOf } from '../../../core/olap/native/layout.ts';
import type { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { QUARANTINE } from '../../../indexer/model/tables.ts';
import type { AccountUpdate } from '../../support/account-view.ts';
import { hold } from './target.ts';

const NONE = Buffer.alloc(64);

/** The columns that every account table has. */
export function expectShared(block: ColumnBlock, update: AccountUpdate, closed: boolean): void {
  const u64 = (name: string): bigint => block.u64(columnOf(block.layout, name), 0);
  hold(u64('slot') === update.slot, 'the row has the slot of the update', () => update);
  hold(u64('write_version') === update.writeVersion, 'the row has its write version', () => update);
  hold(u64('lamports') === update.lamports, 'the row has its lamports', () => update);
  hold(equal(block, 'address', update.pubkey), 'the row has its address', () => update);
  hold(equal(block, 'signature', update.signature ?? NONE), 'the row has its signature', () => update);
  const flag = block.u8(columnOf(block.layout, 'closed'), 0);
  hold(flag === Number(closed), 'the row says whether the account is closed', () => update);
}

/** The one row of quarantine: the update as it came, and why. */
export function expectQuarantined({ quarantine }: SlotBuffer, update: AccountUpdate, reason: string): void {
  const { slot, write_version, lamports } = QUARANTINE.byName;
  hold(quarantine.rows === 1, 'what is refused is kept', () => update);
  const why = quarantine.bytes(QUARANTINE.byName.reason, 0).toString();
  hold(why === reason, `kept as ${why} where ${reason} is right`, () => update);
  hold(quarantine.u64(slot, 0) === update.slot, 'it is kept with its slot', () => update);
  hold(quarantine.u64(write_version, 0) === update.writeVersion, 'and its write version', () => update);
  hold(quarantine.u64(lamports, 0) === update.lamports, 'and its lamports', () => update);
  hold(equal(quarantine, 'address', update.pubkey), 'and its address', () => update);
  hold(equal(quarantine, 'owner', update.owner), 'and its owner', () => update);
  hold(equal(quarantine, 'data', update.data), 'and its bytes', () => update);
}

function equal(block: ColumnBlock, name: string, bytes: Uint8Array): boolean {
  return Buffer.compare(block.bytes(columnOf(block.layout, name), 0), bytes) === 0;
}
