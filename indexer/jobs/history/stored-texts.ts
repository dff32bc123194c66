import { z } from 'zod';
import { hexColumn, type OlapLane, type Statement, unsignedColumn } from '../../../core/olap/port.ts';

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

const placeRow = z.object({ atSlot: unsignedColumn, signatureHex: hexColumn });

/** Stored movements, each transaction's as one text, by position. The statement returns them in order. */
export async function storedTexts<Row>(
  lane: OlapLane,
  statement: Statement,
  row: z.ZodType<Row>,
  textOf: (row: Row) => string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const rows of lane.stream(statement, z.intersection(placeRow, row))) {
    for (const stored of rows) {
      const key = placeOf(stored.atSlot, stored.signatureHex);
      texts.set(key, (texts.get(key) ?? '') + textOf(stored));
    }
  }
  return texts;
}
