import { z } from 'zod';
import type { Check } from './guest-question.ts';

/** Integers wider than 64 bits, and enums: files of these formats have bytes and numbers for them. */
const PACKED =
  /\bU?Int(?:128|256)\b|\bEnum(?:8|16)\((?:'(?:[^'\\]|\\.)*' = -?\d+(?:, )?)*\)|\bUUID\b|\bIPv[46]\b/g;

const described = z.object({ data: z.array(z.tuple([z.string(), z.string()]).rest(z.unknown())) });

/** The statement with text in place of values that other programs could not read from a file. */
export async function plainColumns(check: Check, statement: string): Promise<string> {
  const { data } = described.parse(await check(`DESCRIBE (\n${statement}\n)`));
  if (data.every(([, type]) => type.search(PACKED) < 0)) return statement;
  const columns = data.map(([name, type]) => {
    const column = `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
    const plain = type.replaceAll(PACKED, 'String');
    return plain === type ? column : `CAST(${column}, '${plain.replaceAll(/[\\']/g, '\\$&')}') AS ${column}`;
  });
  return `SELECT ${columns.join(', ')} FROM\n(\n${statement}\n)`;
}
