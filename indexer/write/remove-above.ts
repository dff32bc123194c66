import { z } from 'zod';
import type { Logger } from '../../core/kernel/logger.ts';
import { type OlapLane, type SqlParameters, unsignedColumn } from '../../core/olap/port.ts';
import { type IndexTables, LAUNCH_TABLES } from '../model/index-tables.ts';
import { STILL_GROWING } from './batch.ts';

/** Tables of every index whose rows belong to a slot. */
const SLOT_TABLES = ['slots', 'audits', 'audit_differences'] as const;

const slotTables = ({ identities }: IndexTables): readonly string[] => [
  ...Object.keys(identities),
  ...SLOT_TABLES,
];

/** Ranges of the ledgers that reach above the slot, truncated there. Duplicates count once. */
const CUT_COVERAGE = `INSERT INTO coverage (from_slot, to_slot, state, source, cause, revision, at)
  SELECT from_slot, {slot:UInt64}, state, source, cause, revision, at
  FROM coverage WHERE from_slot <= {slot:UInt64} AND to_slot > {slot:UInt64}`;
/** @param of the columns before the slots */
const cutFlows = (table: string, of: string): string => {
  return `INSERT INTO ${table} (${of}from_slot, to_slot, source, revision, at)
  SELECT ${of}from_slot, {slot:UInt64}, source, revision, at
  FROM ${table}
  WHERE from_slot <= {slot:UInt64} AND to_slot > {slot:UInt64} AND to_slot != {growing:UInt64}`;
};
/** A growing range that begins right above the slot has lost nothing. */
const FLOWS_ABOVE = `(to_slot > {slot:UInt64} AND to_slot != {growing:UInt64}) OR from_slot > {slot:UInt64} + 1`;

const countRow = z.object({ rows: unsignedColumn });

export interface Removal {
  readonly table: string;
  readonly where: string;
  readonly parameters: SqlParameters;
}

/** Removes everything about slots above `slot` from the index, in steps that are all safe to repeat. */
export async function removeAbove(
  lane: OlapLane,
  slot: bigint,
  logger: Logger,
  tables: IndexTables = LAUNCH_TABLES,
): Promise<void> {
  const parameters = { slot };
  for (const table of slotTables(tables)) {
    await removeRows(lane, { table, where: 'slot > {slot:UInt64}', parameters }, logger);
  }
  const where = 'to_slot > {slot:UInt64}';
  const cutCoverage = { sql: CUT_COVERAGE, parameters };
  if (await anyRows(lane, { table: 'coverage', where, parameters })) await lane.command(cutCoverage);
  await removeRows(lane, { table: 'coverage', where, parameters }, logger);
  for (const [table, columns] of Object.entries(tables.flowLedgers)) {
    const flows = { table, where: FLOWS_ABOVE, parameters: { slot, growing: STILL_GROWING } };
    if (await anyRows(lane, flows))
      await lane.command({ sql: cutFlows(table, columns), parameters: flows.parameters });
    await removeRows(lane, flows, logger);
  }
}

/** Empties an index that never had a checkpoint. */
export async function removeAll(
  lane: OlapLane,
  logger: Logger,
  tables: IndexTables = LAUNCH_TABLES,
): Promise<void> {
  for (const table of slotTables(tables))
    await removeRows(lane, { table, where: '1', parameters: {} }, logger);
}

/** Checks first, because a delete rewrites parts even if nothing matches. */
export async function removeRows(lane: OlapLane, removal: Removal, logger: Logger): Promise<void> {
  const { table, where, parameters } = removal;
  const rows = await countRows(lane, removal);
  if (rows === 0n) return;
  await lane.command({ sql: `DELETE FROM ${table} WHERE ${where}`, parameters });
  logger.info({ table, rows: Number(rows) }, 'removed rows above the checkpoint');
}

async function anyRows(lane: OlapLane, removal: Removal): Promise<boolean> {
  return (await countRows(lane, removal)) > 0n;
}

async function countRows(lane: OlapLane, { table, where, parameters }: Removal): Promise<bigint> {
  const sql = `SELECT count() AS rows FROM ${table} WHERE ${where}`;
  const [found] = await lane.query({ sql, parameters }, countRow);
  return found?.rows ?? 0n;
}
