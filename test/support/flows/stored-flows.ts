import { z } from 'zod';
import { type Olap, signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import type { NaiveFlow } from './naive-flows.ts';
import type { NaiveTransfer } from './naive-transfers.ts';

const flowRow = z.object({
  launchId: unsignedColumn,
  atSlot: unsignedColumn,
  signatureHex: z.string(),
  ordinal: smallColumn,
  direction: z.enum(['in', 'out']),
  kind: z.string(),
  walletHex: z.string(),
  mintHex: z.string(),
  amount: unsignedColumn,
  blockTime: signedColumn,
});

const FLOWS = `SELECT launch_id AS launchId, slot AS atSlot, lower(hex(signature)) AS signatureHex, ordinal, direction, kind,
    lower(hex(wallet)) AS walletHex, lower(hex(mint)) AS mintHex, amount, block_time AS blockTime
  FROM escrow_flows WHERE revision <= {revision:UInt64} ORDER BY launch_id, slot, signature, ordinal, revision DESC
  LIMIT 1 BY launch_id, slot, signature, ordinal`;

/** Every movement that `revision` vouches for, by the rule of readers: of rows with one key the greatest revision counts. */
export async function storedFlows(olap: Olap, revision = U64_MAX): Promise<NaiveFlow[]> {
  const rows = await olap.reader.query({ sql: FLOWS, parameters: { revision } }, flowRow);
  return rows.map(({ atSlot, signatureHex, walletHex, mintHex, ...row }) => ({
    ...row,
    slot: atSlot,
    signature: signatureHex,
    wallet: walletHex,
    mint: mintHex,
  }));
}

const rangeRow = z.object({ from: unsignedColumn, to: unsignedColumn });

const RANGES = `SELECT from_slot AS from, to_slot AS to
  FROM (SELECT * FROM flow_coverage WHERE revision <= {revision:UInt64}
    ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot)
  ORDER BY from`;

export interface FlowSlots {
  readonly from: bigint;
  readonly to: bigint;
}

/** The ranges of `flow_coverage`, ascending. */
export async function storedFlowRanges(olap: Olap, revision = U64_MAX): Promise<FlowSlots[]> {
  return olap.reader.query({ sql: RANGES, parameters: { revision } }, rangeRow);
}

const transferRow = z.object({
  atSlot: unsignedColumn,
  signatureHex: z.string(),
  ordinal: smallColumn,
  accountHex: z.string(),
  walletHex: z.string(),
  mintHex: z.string(),
  amount: unsignedColumn,
  blockTime: signedColumn,
});

const TRANSFERS = `SELECT slot AS atSlot, lower(hex(signature)) AS signatureHex, ordinal,
    lower(hex(destination_account)) AS accountHex, lower(hex(destination_wallet)) AS walletHex,
    lower(hex(mint)) AS mintHex, amount, block_time AS blockTime
  FROM treasury_transfers WHERE revision <= {revision:UInt64}
  ORDER BY treasury, slot, signature, ordinal, revision DESC LIMIT 1 BY treasury, slot, signature, ordinal`;

/** Every payment of a treasury that `revision` vouches for, by the rule of readers. */
export async function storedTransfers(olap: Olap, revision: bigint): Promise<NaiveTransfer[]> {
  const rows = await olap.reader.query({ sql: TRANSFERS, parameters: { revision } }, transferRow);
  return rows.map(({ atSlot, signatureHex, accountHex, walletHex, mintHex, ...row }) => ({
    ...row,
    slot: atSlot,
    signature: signatureHex,
    account: accountHex,
    wallet: walletHex,
    mint: mintHex,
  }));
}

/** By slot and signature, in which no two flows of the local chain are equal. */
export function sorted(flows: readonly NaiveFlow[]): NaiveFlow[] {
  const place = ({ slot, signature }: NaiveFlow): string => `${String(slot).padStart(20, '0')} ${signature}`;
  return flows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
