import { z } from 'zod';

/** Of a payable file, in the order of its columns. */
const COLUMNS = ['request_id', 'wallet', 'mint', 'amount_base_units', 'amount', 'memo'] as const;
export const payableLine = z.strictObject(
  Object.fromEntries(COLUMNS.map((name) => [name, z.string()])) as Record<
    (typeof COLUMNS)[number],
    z.ZodString
  >,
);
export const failedLine = z.strictObject({
  request_id: z.string(),
  status: z.string(),
  earning_count: z.number(),
});
export const unmatchedLine = z.strictObject({
  signature: z.string(),
  ordinal: z.number(),
  slot: z.string(),
  destination: z.string(),
  mint: z.string(),
  amount_base_units: z.string(),
  memo: z.string().nullable(),
  request_id: z.string().nullable(),
  reason: z.string(),
  found_at: z.string(),
});

/** As CSV no value needs quotes: keys, numbers and memos of our own making. */
export function payableFile(rows: readonly z.output<typeof payableLine>[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => row[name]).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
}

/** A transfer that settles nothing, for people. */
export function unmatchedText(found: z.output<typeof unmatchedLine>): string {
  const { slot, signature, amount_base_units, mint, destination, memo, request_id, reason } = found;
  return [
    `slot ${slot}  ${signature}`,
    `  ${amount_base_units} of ${mint} to ${destination}`,
    `  ${memo === null ? 'no memo' : `memo ${JSON.stringify(memo)}`}${request_id === null ? '' : `, request ${request_id}`}`,
    `  ${reason}`,
    '',
  ].join('\n');
}
