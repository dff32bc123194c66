import type { SlotBuffer } from '../../model/slot-buffer.ts';
import type { Transaction } from '../../model/source.ts';
import { TREASURY_TRANSFERS } from '../../model/tables.ts';
import type { TreasuryTransfer } from '../treasury-transfers.ts';

const { byName } = TREASURY_TRANSFERS;

export interface TransferOf {
  readonly treasury: Uint8Array;
  readonly memo: Buffer;
}

/** Appends a transfer. Unknown values stay zeros, as does the block time until the slot's block arrives. */
export function writeTransfer(
  { treasuryTransfers: block }: Pick<SlotBuffer, 'treasuryTransfers'>,
  { slot, signature }: Transaction,
  { ordinal, account, wallet, mint, amount }: TreasuryTransfer,
  { treasury, memo }: TransferOf,
): void {
  const row = block.addRow();
  block.setBytes(byName.treasury, row, treasury);
  block.setI64(byName.slot, row, slot);
  block.setBytes(byName.signature, row, signature);
  block.setU32(byName.ordinal, row, ordinal);
  if (account) block.setBytes(byName.destination_account, row, account);
  if (wallet) block.setBytes(byName.destination_wallet, row, wallet);
  block.setBytes(byName.mint, row, mint);
  block.setI64(byName.amount, row, amount);
  block.setString(byName.memo, row, memo);
}
