import { z } from 'zod';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { TRANSFER_DIED } from '../../../core/ledger/died-transfers.ts';
import {
  hexColumn,
  type OlapLane,
  signedColumn,
  smallColumn,
  unsignedColumn,
} from '../../../core/olap/port.ts';
import type { TreasuryPayment } from '../../../core/rules/settlements.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';

const TRANSFERS = sqlFile(import.meta.url, 'transfers.sql').replace('$died', TRANSFER_DIED);
const FINAL = 'SELECT finalized_slot AS finalSlot FROM checkpoints ORDER BY revision DESC LIMIT 1';
const TIME = `SELECT assumeNotNull(block_time) AS time FROM slots
  WHERE slot <= {slot:UInt64} AND block_time IS NOT NULL ORDER BY slot DESC, revision DESC LIMIT 1`;

/** Stands for the receiver of a transfer whose transaction does not tell: 32 bytes of zero, in base58. */
export const UNKNOWN_WALLET = '1'.repeat(32);

/** A transfer out of the treasury in the index. */
export interface TreasuryTransfer extends TreasuryPayment {
  readonly slot: bigint;
  /** Base58; zeros if the transaction does not show it. */
  readonly account: string;
  /** The memos of its transaction, one line each. */
  readonly memo: string;
  /** Unix milliseconds of its block, or of the newest earlier block with a time; undefined if there is none. */
  readonly at: number | undefined;
}

const transferRow = rowOf({
  slot: ['at_slot', unsignedColumn],
  signature: ['tx', z.string()],
  ordinal: ['place', smallColumn],
  holder: hexColumn,
  account: z.string(),
  mint: ['token', z.string()],
  amount: ['base_units', unsignedColumn],
  memo: ['text', z.string()],
  time: signedColumn.nullable(),
});
const timeRow = z.object({ time: signedColumn });

type TransferRow = z.output<typeof transferRow>;

export interface TransfersQuestion {
  /** Only slots above this one. */
  readonly after: bigint;
  /**
   * Only transfers whose memo contains one of these texts, or that went to one of these wallets; without either, all.
   */
  readonly memos?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  /** False to include slots that may still die. */
  readonly final?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The newest slot that the index knows to be final; 0 if none. */
export async function finalSlot(lane: OlapLane, signal?: AbortSignal): Promise<bigint> {
  const row = z.object({ finalSlot: unsignedColumn });
  const [found] = await lane.query({ sql: FINAL, signal }, row);
  return found?.finalSlot ?? 0n;
}

/**
 * Transfers by slot, those of one transaction together. Transfers from the stream in slots that were later lost are
 * omitted.
 */
export async function* treasuryTransfers(
  lane: OlapLane,
  { after, memos = [], wallets = [], final = true, signal }: TransfersQuestion,
): AsyncGenerator<readonly TreasuryTransfer[]> {
  const statement = {
    sql: TRANSFERS,
    parameters: { after, final, memos, wallets },
    signal,
  };
  let open: TreasuryTransfer[] = [];
  for await (const rows of lane.stream(statement, transferRow)) {
    for (const row of rows) {
      if (open[0] && open[0].signature !== row.signature) {
        yield open;
        open = [];
      }
      open.push(await transferOf(lane, row));
    }
  }
  if (open.length > 0) yield open;
}

async function transferOf(
  lane: OlapLane,
  { holder, time: own, ...row }: TransferRow,
): Promise<TreasuryTransfer> {
  const time = own ?? (await newestTime(lane, row.slot));
  return {
    ...row,
    wallet: holder.some((byte) => byte !== 0) ? pubkeyFromBytes(holder) : undefined,
    at: time === undefined ? undefined : Number(time) * 1000,
  };
}

async function newestTime(lane: OlapLane, slot: bigint): Promise<bigint | undefined> {
  const [row] = await lane.query({ sql: TIME, parameters: { slot } }, timeRow);
  return row?.time;
}
