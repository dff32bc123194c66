import { z } from 'zod';
import { checkedSignature } from '../../../schemas/base58.ts';
import { LONGEST_REASON, rewardEventRow } from '../../../schemas/rest/reward-ingest.ts';
import { REWARD_EVENT_KINDS } from '../../../schemas/reward-event-kinds.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { pubkeyText } from '../../kernel/encoded-text.ts';
import { isFeeShare, type RewardEvent } from '../../rules/rewards.ts';

/** The names that a row may have, in every format. */
export const ROW_NAMES = Object.keys(rewardEventRow.shape);

const EARLIEST = 1;
const LATEST = Date.UTC(2299, 11, 31, 23, 59, 59, 999);

const whole = z
  .union([
    z.bigint(),
    z
      .string()
      .regex(/^(0|[1-9][0-9]{0,19})$/)
      .transform(BigInt),
  ])
  .refine((value) => value >= 0n && value <= U64_MAX);
const u64 = (name: string) =>
  z.unknown().transform((value, context): bigint => {
    const parsed = whole.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `${name} must be a whole number from 0 to 2^64 - 1` });
    return z.NEVER;
  });

const NO_TIME = { error: 'at must be an RFC 3339 time such as 2026-10-01T00:00:00Z' };

const at = z
  .union(
    [z.iso.datetime({ offset: true, ...NO_TIME }), z.date().transform((date) => date.toISOString())],
    NO_TIME,
  )
  .refine((text) => !/\.\d{4}/.test(text), { error: 'at must have no more than milliseconds' })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= EARLIEST && time <= LATEST, { error: 'at must lie between 1970 and 2299' });

const signature = z.string({ error: 'tx_signature is missing' }).refine(isSignature, {
  error: 'tx_signature must be base58 of 64 bytes',
});

function isSignature(text: string): boolean {
  return checkedSignature.safeParse(text).success;
}

const of = { record_id: u64('record_id'), at };
const reviewed = z.strictObject({
  ...of,
  kind: z.enum(['held', 'released', 'voided']),
  reason: z
    .string()
    .max(LONGEST_REASON, { error: `reason must have at most ${LONGEST_REASON} characters` })
    .default(''),
});

/** A row as sent, without its null fields. */
const row = z.discriminatedUnion(
  'kind',
  [
    z
      .strictObject({
        ...of,
        kind: z.literal('accrued'),
        program: z.enum(REWARD_PROGRAMS, { error: `program must be one of ${REWARD_PROGRAMS.join(', ')}` }),
        wallet: z.string({ error: 'wallet is missing' }).pipe(pubkeyText),
        amount_base_units: u64('amount_base_units').optional(),
      })
      .refine(({ program, amount_base_units }) => amount_base_units === undefined || !isFeeShare(program), {
        error: 'amount_base_units must be null: fee shares accrue without an amount',
      }),
    z.strictObject({ ...of, kind: z.literal('priced'), amount_base_units: u64('amount_base_units') }),
    reviewed,
    z.strictObject({ ...of, kind: z.literal('paid'), tx_signature: signature }),
  ],
  { error: `kind must be one of ${REWARD_EVENT_KINDS.join(', ')}` },
);

/** An event, or a clause that says why the row is not a valid one. */
export type ParsedRow =
  | { readonly event: RewardEvent; readonly fault?: never }
  | { readonly event?: never; readonly fault: string };

/** @param value an object with the field names of the wire format; integers as bigints or decimal text */
export function parseRewardRow(value: unknown): ParsedRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'it is no object' };
  }
  const given = Object.fromEntries(Object.entries(value).filter(([, cell]) => cell !== null));
  const parsed = row.safeParse(given);
  if (!parsed.success) return { fault: faultOf(parsed.error) };
  return { event: eventOf(parsed.data) };
}

function eventOf({ record_id: recordId, ...fields }: z.output<typeof row>): RewardEvent {
  switch (fields.kind) {
    case 'accrued': {
      const { amount_base_units: amount, ...rest } = fields;
      return { ...rest, recordId, amount };
    }
    case 'priced':
      return { kind: fields.kind, recordId, at: fields.at, amount: fields.amount_base_units };
    case 'paid':
      return { kind: fields.kind, recordId, at: fields.at, txSignature: fields.tx_signature };
    default:
      return { ...fields, recordId };
  }
}

function faultOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  const name = String(issue?.path[0] ?? '');
  if (issue?.code === 'unrecognized_keys') return `it has no ${issue.keys.slice(0, 3).join(', ')}`;
  if (!issue) return 'it is no reward event';
  return issue.message.startsWith(name) && name !== ''
    ? issue.message
    : `${name}: ${issue.message}`.replace(/^: /, '');
}
