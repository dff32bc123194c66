import { z } from 'zod';
import { noun } from '../../core/kernel/counted.ts';

const number = (text: string): string => BigInt(text).toLocaleString('en-US');

const priced = z.object({
  program: z.string(),
  records: z.string(),
  per_record: z.string(),
  total: z.string(),
  dry_run: z.boolean(),
  at: z.string(),
});

export function describePrice(result: unknown): string {
  const { program, records, per_record, total, dry_run, at } = priced.parse(result);
  const verb = dry_run ? 'would be priced' : 'priced';
  const what = `${number(records)} ${noun(BigInt(records), 'record')} of ${program} ${verb}`;
  return `${what} at ${number(per_record)} base units each, ${number(total)} together${dry_run ? ' (dry run)' : `, at ${at}`}`;
}

const reviewed = z.object({ kind: z.string(), records: z.array(z.string()), at: z.string() });

export function describeReview(result: unknown): string {
  const { kind, records, at } = reviewed.parse(result);
  return `${kind} at ${at}: ${noun(records.length, 'record')} ${records.join(', ')}`;
}

const digested = z.object({
  ledger_revision: z.string(),
  at: z.string().nullable(),
  indexed_slot: z.string().nullable(),
  events: z.string(),
  digest: z.string(),
});

export function describeDigest(result: unknown): string {
  const { ledger_revision, at, indexed_slot, events, digest } = digested.parse(result);
  return [
    `digest    ${digest}`,
    `events    ${number(events)}`,
    `revision  ${ledger_revision}${at === null ? '' : ` of ${at}`}`,
    `slot      ${indexed_slot ?? 'nothing was indexed'}`,
  ].join('\n');
}
