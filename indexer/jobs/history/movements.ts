import { z } from 'zod';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import {
  hexColumn,
  type OlapLane,
  signedColumn,
  smallColumn,
  unsignedColumn,
} from '../../../core/olap/port.ts';
import { type EscrowFlow, escrowFlows, type FlowRules } from '../../decode/escrow-flows.ts';
import { writeFlow } from '../../decode/flows/write-flow.ts';
import { writeTransfer } from '../../decode/flows/write-transfer.ts';
import { memosOf, type TreasuryTransfer, treasuryTransfers } from '../../decode/treasury-transfers.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { ESCROW_FLOWS, TREASURY_TRANSFERS } from '../../model/tables.ts';
import type { MovementKind } from './movement-store.ts';
import { movementText, storedTexts } from './stored-texts.ts';

const STORED_FLOWS = `SELECT slot AS atSlot, hex(signature) AS signatureHex, ordinal, toString(direction) AS way, kind,
    hex(wallet) AS walletHex, hex(mint) AS mintHex, amount, block_time AS blockTime
  FROM
  (
    SELECT * FROM escrow_flows
    WHERE launch_id = {launch_id:UInt64} AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, signature, ordinal, revision DESC
    LIMIT 1 BY slot, signature, ordinal
  )
  ORDER BY atSlot, signatureHex, ordinal`;

const flowRow = z.object({
  ordinal: smallColumn,
  way: z.string(),
  kind: z.string(),
  walletHex: hexColumn,
  mintHex: hexColumn,
  amount: unsignedColumn,
  blockTime: signedColumn.nullable(),
});

const NO_KEY = new Uint8Array(32);
type FlowBlock = ColumnBlock<keyof typeof ESCROW_FLOWS.byName>;

/** The movements of one launch's escrow. A transaction that moves tokens of two is read once for each. */
export function escrowMovements(
  lane: OlapLane,
  { launchId, escrowTokenAccount }: KnownLaunch,
  programId: string,
): MovementKind<EscrowFlow, FlowBlock> {
  const escrow = pubkeyBytes(escrowTokenAccount);
  const rules: FlowRules = {
    programId: pubkeyBytes(programId),
    launchOf: (key) => (Buffer.compare(key, escrow) === 0 ? launchId : undefined),
  };
  const parameters = { launch_id: launchId };
  return {
    table: 'escrow_flows',
    layout: ESCROW_FLOWS,
    where: { sql: 'launch_id = {launch_id:UInt64}', parameters },
    rowsOf: (transaction) => escrowFlows(transaction, rules),
    textOf: ({ ordinal, direction, kind, wallet = NO_KEY, mint, amount }, { blockTime }) =>
      movementText(ordinal, direction, kind, wallet, mint, amount, blockTime),
    stored: ({ from, to }, signal) =>
      storedTexts(
        lane,
        { sql: STORED_FLOWS, parameters: { ...parameters, from, to }, signal },
        flowRow,
        ({ ordinal, way, kind, walletHex, mintHex, amount, blockTime }) =>
          movementText(ordinal, way, kind, walletHex, mintHex, amount, blockTime),
      ),
    append: (block, { transaction }, flow) => writeFlow({ escrowFlows: block }, transaction, flow),
  };
}

const STORED_TRANSFERS = `SELECT slot AS atSlot, hex(signature) AS signatureHex, ordinal, hex(destination_account) AS accountHex,
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
    textOf: ({ ordinal, account = NO_KEY, wallet = NO_KEY, mint, amount, memo }, { blockTime }) =>
      movementText(ordinal, account, wallet, mint, amount, memo, blockTime),
    stored: ({ from, to }, signal) =>
      storedTexts(
        lane,
        { sql: STORED_TRANSFERS, parameters: { ...parameters, from, to }, signal },
        transferRow,
        ({ ordinal, accountHex, walletHex, mintHex, amount, memoHex, blockTime }) =>
          movementText(ordinal, accountHex, walletHex, mintHex, amount, memoHex, blockTime),
      ),
    append: (block, { transaction }, row) =>
      writeTransfer({ treasuryTransfers: block }, transaction, row, { treasury, memo: row.memo }),
  };
}
