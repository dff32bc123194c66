import { z } from 'zod';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { writeTransfer } from '../../decode/flows/write-transfer.ts';
import { memosOf, type TreasuryTransfer, treasuryTransfers } from '../../decode/treasury-transfers.ts';
import { TREASURY_TRANSFERS } from '../../model/tables.ts';
import type { MovementKind } from './movement-store.ts';
import { movementText, storedTexts } from './stored-texts.ts';

const STORED = `SELECT slot AS atSlot, hex(signature) AS signatureHex, ordinal, hex(destination_account) AS accountHex,
    hex(destination_wallet) AS walletHex, hex(mint) AS mintHex, amount, hex(memo) AS memoHex, block_time AS blockTime
  FROM
  (
    SELECT * FROM treasury_transfers
    WHERE treasury = unhex({treasury:String}) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, signature, ordinal, revision DESC
    LIMIT 1 BY slot, signature, ordinal
  )
  ORDER BY atSlot, signatureHex, ordinal`;

const transferRow = z.object({
  ordinal: smallColumn,
  accountHex: hexColumn,
  walletHex: hexColumn,
  mintHex: hexColumn,
  amount: unsignedColumn,
  memoHex: hexColumn,
  blockTime: signedColumn.nullable(),
});

const UNTOLD = new Uint8Array(32);
type TransferBlock = ColumnBlock<keyof typeof TREASURY_TRANSFERS.byName>;
type Row = TreasuryTransfer & { readonly memo: Buffer };

/** Transfers out of a treasury's token account. */
export function treasuryMovements(lane: OlapLane, address: string): MovementKind<Row, TransferBlock> {
  const treasury = pubkeyBytes(address);
  const parameters = { treasury: Buffer.from(treasury).toString('hex') };
  return {
    table: 'treasury_transfers',
    layout: TREASURY_TRANSFERS,
    where: { sql: 'treasury = unhex({treasury:String})', parameters },
    rowsOf: (transaction) =>
      treasuryTransfers(transaction, treasury).map((row) => ({ ...row, memo: memosOf(transaction) })),
    textOf: ({ ordinal, account = UNTOLD, wallet = UNTOLD, mint, amount, memo }, { blockTime }) =>
      movementText(ordinal, account, wallet, mint, amount, memo, blockTime),
    stored: ({ from, to }, signal) =>
      storedTexts(
        lane,
        { sql: STORED, parameters: { ...parameters, from, to }, signal },
        transferRow,
        ({ ordinal, accountHex, walletHex, mintHex, amount, memoHex, blockTime }) =>
          movementText(ordinal, accountHex, walletHex, mintHex, amount, memoHex, blockTime),
      ),
    append: (block, { transaction }, row) =>
      writeTransfer({ treasuryTransfers: block }, transaction, row, { treasury, memo: row.memo }),
  };
}
