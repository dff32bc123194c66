import { z } from 'zod';
import { counted } from '../../core/kernel/counted.ts';
import {
  UNPAYABLE_REASONS,
  UNPAYABLE_REQUEST_REASONS,
  type UnpayableReason,
} from '../../core/rules/payable-records.ts';

/** A row of a payable file, in column order. */
const COLUMNS = ['request_id', 'wallet', 'mint', 'amount_base_units', 'amount', 'memo'] as const;
const payableLine = z.strictObject(
  Object.fromEntries(COLUMNS.map((name) => [name, z.string()])) as Record<
    (typeof COLUMNS)[number],
    z.ZodString
  >,
);
const hindrance = z.union([
  z.strictObject({
    record_id: z.string(),
    reason: z.enum(Object.keys(UNPAYABLE_REASONS) as UnpayableReason[]),
  }),
  z.strictObject({ reason: z.literal('on_chain'), tx_signature: z.string() }),
  z.strictObject({ reason: z.enum(['unseen', 'too_large']), detail: z.string() }),
  z.strictObject({ reason: z.literal('mispaid'), tx_signature: z.string(), detail: z.string() }),
]);
/** An open request. It is payable if `because` is empty; `vouched` if only the operator confirms that. */
export const openLine = payableLine.extend({ because: z.array(hindrance), vouched: z.boolean() });
type Payable = z.output<typeof payableLine>;
type OpenPayout = z.output<typeof openLine>;
type NotPayable = Omit<OpenPayout, 'vouched'>;
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

/** No CSV value needs quotes: they are keys, numbers and memos that we create. */
export function payableFile(rows: readonly Payable[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => row[name]).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Open requests, split into payable and not payable. */
export interface OpenPayouts {
  readonly payable: readonly Payable[];
  /** Payable requests that only the operator confirms. */
  readonly vouched: readonly Payable[];
  readonly notPayable: readonly NotPayable[];
}

export function partedPayouts(open: readonly OpenPayout[]): OpenPayouts {
  const payable = open.filter(({ because }) => because.length === 0);
  const row = ({ because: _, vouched: __, ...rest }: OpenPayout): Payable => rest;
  return {
    payable: payable.map(row),
    vouched: payable.filter(({ vouched }) => vouched).map(row),
    notPayable: open
      .filter(({ because }) => because.length > 0)
      .map(({ vouched: _, ...rest }): NotPayable => rest),
  };
}

/** Both parts, for programs. */
export function openPayoutsJson({ payable, notPayable }: Omit<OpenPayouts, 'vouched'>): string {
  return `${JSON.stringify({ payable, not_payable: notPayable }, null, 2)}\n`;
}

/** The most requests that the line for people names. */
const NAMED = 5;

/** One line about the requests that are not payable; empty if all are. */
export function notPayableText(requests: readonly NotPayable[]): string {
  if (requests.length === 0) return '';
  const named = requests.slice(0, NAMED).map(({ request_id, because: [first, ...more] }) => {
    const why = first ? whyText(first) : '';
    return `${request_id} (${why}${more.length > 0 ? `, and ${counted(more.length, 'more reason')}` : ''})`;
  });
  const others = requests.length > NAMED ? ` and ${requests.length - NAMED} others` : '';
  const which = `${named.join(', ')}${others}`;
  const count = counted(requests.length, 'open payout request is', 'open payout requests are');
  return `${count} not payable and omitted: ${which}; --json shows all, \`treasury fail\` cancels one\n`;
}

function whyText(why: z.output<typeof hindrance>): string {
  if ('record_id' in why) return `record ${why.record_id} ${UNPAYABLE_REASONS[why.reason]}`;
  const said = [
    ...('tx_signature' in why ? [why.tx_signature] : []),
    ...('detail' in why ? [why.detail] : []),
  ].join(', ');
  return `it ${UNPAYABLE_REQUEST_REASONS[why.reason]}: ${said.replace(/\.$/, '')}`;
}

/** One line about the requests that only the operator confirms as unpaid; empty if there are none. */
export function vouchedText(requests: readonly Payable[]): string {
  if (requests.length === 0) return '';
  const ids = requests.map(({ request_id }) => request_id).join(', ');
  return `${counted(requests.length, 'request')} payable because you confirmed that nothing has paid it: ${ids}\n`;
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
