import { z } from 'zod';
import { hexColumn } from '../../../core/olap/columns.ts';
import type { OlapLane, Statement } from '../../../core/olap/port.ts';

type Part = string | number | bigint | Uint8Array | null | undefined;

/** One movement as a text that is equal for equal movements, read or stored. */
export function movementText(...parts: readonly Part[]): string {
  const text = (part: Part): string =>
    part instanceof Uint8Array ? Buffer.from(part).toString('hex') : String(part ?? '-');
  return `${parts.map(text).join(' ')}\n`;
}

const signatureRow = z.object({ signatureHex: hexColumn });

/** Stored movements, each transaction's as one text, by its signature in hex. The statement gives them in their order. */
export async function storedTexts<Row>(
  lane: OlapLane,
  statement: Statement,
  row: z.ZodType<Row>,
  textOf: (row: Row) => string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const rows of lane.stream(statement, z.intersection(signatureRow, row))) {
    for (const stored of rows) {
      const key = stored.signatureHex.toString('hex');
      texts.set(key, (texts.get(key) ?? '') + textOf(stored));
    }
  }
  return texts;
}
