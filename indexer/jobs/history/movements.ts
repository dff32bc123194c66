import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { type EscrowFlow, escrowFlows, type FlowRules } from '../../decode/escrow-flows.ts';
import { writeFlow } from '../../decode/flows/write-flow.ts';
import { writeTransfer } from '../../decode/flows/write-transfer.ts';
import { memosOf, type TreasuryTransfer, treasuryTransfers } from '../../decode/treasury-transfers.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { ESCROW_FLOWS, TREASURY_TRANSFERS } from '../../model/tables.ts';
import type { MovementKind } from './movement-store.ts';
import { movementText } from './stored-texts.ts';

const NO_KEY = new Uint8Array(32);
type FlowBlock = ColumnBlock<keyof typeof ESCROW_FLOWS.byName>;

/** The movements of one launch's escrow. A transaction that moves tokens of two is read once for each. */
export function escrowMovements(
  { launchId, escrowTokenAccount }: KnownLaunch,
  programId: string,
): MovementKind<EscrowFlow, FlowBlock> {
  const escrow = pubkeyBytes(escrowTokenAccount);
  const rules: FlowRules = {
    programId: pubkeyBytes(programId),
    launchOf: (key) => (Buffer.compare(key, escrow) === 0 ? launchId : undefined),
  };
  return {
    table: 'escrow_flows',
    layout: ESCROW_FLOWS,
    where: { sql: 'launch_id = {launch_id:UInt64}', parameters: { launch_id: launchId } },
    rowsOf: (transaction) => escrowFlows(transaction, rules),
    textOf: ({ ordinal, direction, kind, wallet = NO_KEY, mint, amount }, { blockTime }) =>
      movementText(ordinal, direction, Buffer.from(kind), wallet, mint, amount, blockTime),
    append: (block, { transaction }, flow) => writeFlow({ escrowFlows: block }, transaction, flow),
  };
}

type TransferBlock = ColumnBlock<keyof typeof TREASURY_TRANSFERS.byName>;
type Row = TreasuryTransfer & { readonly memo: Buffer };

/** Transfers out of a treasury's token account. */
export function treasuryMovements(address: string): MovementKind<Row, TransferBlock> {
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
    append: (block, { transaction }, row) =>
      writeTransfer({ treasuryTransfers: block }, transaction, row, { treasury, memo: row.memo }),
  };
}
