import { counted } from '../../core/kernel/counted.ts';
import { UNPAYABLE_REASONS, UNPAYABLE_REQUEST_REASONS } from '../../core/rules/payable-records.ts';
import { type OpenPayout, PAYABLE_COLUMNS, type Payable, type UnmatchedTransfer } from './orders.ts';

type NotPayable = Omit<OpenPayout, 'vouched'>;

/** No CSV value needs quotes: they are keys, numbers and memos that we create. */
export function payableFile(rows: readonly Payable[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  return [PAYABLE_COLUMNS.join(','), ...rows.map((row) => PAYABLE_COLUMNS.map((name) => row[name]).join(','))]
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

function whyText(why: OpenPayout['because'][number]): string {
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
export function unmatchedText(found: UnmatchedTransfer): string {
  const { slot, signature, amount_base_units, mint, destination, memo, request_id, reason } = found;
  return [
    `slot ${slot}  ${signature}`,
    `  ${amount_base_units} of ${mint} to ${destination}`,
    `  ${memo === null ? 'no memo' : `memo ${JSON.stringify(memo)}`}${request_id === null ? '' : `, request ${request_id}`}`,
    `  ${reason}`,
  ].join('\n');
}
