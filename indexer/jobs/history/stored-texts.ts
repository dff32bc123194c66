import { z } from 'zod';
import type { BlockLayout, Column } from '../../../core/olap/native/layout.ts';
import { hexColumn, type OlapLane, type SqlParameters, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';

type Part = string | number | bigint | Uint8Array | null | undefined;

/** One movement as text: equal for equal movements, read or stored. */
export function movementText(...parts: readonly Part[]): string {
  const text = (part: Part): string =>
    part instanceof Uint8Array ? Buffer.from(part).toString('hex') : String(part ?? '-');
  return `${parts.map(text).join(' ')}\n`;
}

/** Names a transaction by its position: one that died with its fork may appear again in another slot. */
export function placeOf(slot: bigint, signature: Uint8Array): string {
  return `${slot} ${Buffer.from(signature).toString('hex')}`;
}

/** The account and transaction of a movement, and who wrote its row; the other columns are its content. */
const AROUND = ['launch_id', 'treasury', 'slot', 'signature', 'revision', 'correction'];

/** A column as `movementText` has it. */
function textOf({ name, storage }: Column): string {
  if (storage.kind === 'bytes' || storage.kind === 'string') return `lower(hex(${name}))`;
  return storage.nullable ? `ifNull(toString(${name}), '-')` : `toString(${name})`;
}

export interface StoredMovements {
  readonly table: string;
  readonly layout: BlockLayout;
  readonly where: { readonly sql: string; readonly parameters: SqlParameters };
}

const textRow = z.object({ at_slot: unsignedColumn, signature_hex: hexColumn, content: z.string() });

/** The stored movements of a range of slots, a page of transactions, each transaction's as one text, by position. */
export async function storedTexts(
  lane: OlapLane,
  { table, layout, where }: StoredMovements,
  { from, to }: SlotRange,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const content = layout.columns.filter(({ name }) => !AROUND.includes(name)).map(textOf);
  const sql = `SELECT slot AS at_slot, hex(signature) AS signature_hex, concat_ws(' ', ${content.join(', ')}) AS content
  FROM (
    SELECT * FROM ${table} WHERE ${where.sql} AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, signature, ordinal, revision DESC LIMIT 1 BY slot, signature, ordinal
  )
  ORDER BY at_slot, signature_hex, ordinal`;
  const texts = new Map<string, string>();
  const rows = await lane.query({ sql, parameters: { ...where.parameters, from, to }, signal }, textRow);
  for (const row of rows) {
    const key = placeOf(row.at_slot, row.signature_hex);
    texts.set(key, `${texts.get(key) ?? ''}${row.content}\n`);
  }
  return texts;
}
