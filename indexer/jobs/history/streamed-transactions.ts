import { z } from 'zod';
import { hexColumn, type OlapLane, type SqlParameters, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';

/** Rows of one account. */
export interface MovementRows {
  readonly table: string;
  readonly where: { readonly sql: string; readonly parameters: SqlParameters };
}

export interface StreamedTransaction {
  readonly slot: bigint;
  readonly signature: Buffer;
}

const transactionRow = z.object({ atSlot: unsignedColumn, signatureHex: hexColumn });

/** Transactions whose movements the stream showed, in the slots of one page. */
export async function streamedTransactions(
  lane: OlapLane,
  { table, where }: MovementRows,
  { from, to }: SlotRange,
  signal: AbortSignal,
): Promise<StreamedTransaction[]> {
  const sql = `SELECT DISTINCT slot AS atSlot, hex(signature) AS signatureHex FROM ${table}
    WHERE ${where.sql} AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND revision > 0`;
  const statement = { sql, parameters: { ...where.parameters, from, to }, signal };
  const rows = await lane.query(statement, transactionRow);
  return rows.map(({ atSlot, signatureHex }) => ({ slot: atSlot, signature: signatureHex }));
}
