import { z } from 'zod';
import { payables } from '../../api/actions/settlement/payables.ts';
import { giveUpRequest } from '../../api/actions/settlement/payments.ts';
import { createState } from '../../api/state/state.ts';
import { UNPAYABLE_REASONS, type UnpayableReason } from '../../core/rules/payable-records.ts';
import { type DecisionParts, decisionOrder } from '../operator/order.ts';
import { operatorGiven } from '../operator/protocol.ts';

/** The columns of a payable file, in order. */
export const PAYABLE_COLUMNS = [
  'request_id',
  'wallet',
  'mint',
  'amount_base_units',
  'amount',
  'memo',
] as const;
type PayableColumn = (typeof PAYABLE_COLUMNS)[number];
const payableLine = z.strictObject(
  Object.fromEntries(PAYABLE_COLUMNS.map((name) => [name, z.string()])) as Record<PayableColumn, z.ZodString>,
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
const openLine = payableLine.extend({ because: z.array(hindrance), vouched: z.boolean() });
const unmatchedLine = z.strictObject({
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

export type Payable = z.output<typeof payableLine>;
export type OpenPayout = z.output<typeof openLine>;
export type UnmatchedTransfer = z.output<typeof unmatchedLine>;

export const TREASURY_ORDERS = {
  /** Every open request, with the reasons why it is not payable. */
  list: decisionOrder({
    name: 'treasury-list',
    input: z.strictObject({ vouched_by: operatorGiven.nullable() }),
    line: openLine,
    async *run(parts, { vouched_by }, signal) {
      for await (const { because, ...payable } of payables(contextOf(parts), {
        vouchedBy: vouched_by ?? undefined,
        signal,
      }))
        yield { ...payable, because: [...because] };
    },
  }),

  /** Cancels one request and releases its records. */
  fail: decisionOrder({
    name: 'treasury-fail',
    input: z.strictObject({
      request_id: z.string().regex(/^[1-9]\d{0,18}$/),
      reason: z.string().min(1).max(500),
      operator: operatorGiven,
      vouched: z.boolean(),
    }),
    line: z.strictObject({ request_id: z.string(), status: z.string(), earning_count: z.number() }),
    async *run(parts, { request_id, ...given }, signal) {
      const asked = { requestId: BigInt(request_id), ...given, signal };
      const { status, earningCount } = await giveUpRequest(contextOf(parts), asked);
      yield { request_id, status, earning_count: earningCount };
    },
  }),

  /** Transfers that settle nothing, newest first. */
  unmatched: decisionOrder({
    name: 'treasury-unmatched',
    input: z.strictObject({ limit: z.int().min(1).max(10_000) }),
    line: unmatchedLine,
    async *run({ oltp }, { limit }) {
      for (const found of await createState(oltp).unmatchedSettlements.list(limit))
        yield {
          signature: found.signature,
          ordinal: found.ordinal,
          slot: found.slot.toString(),
          destination: found.destination,
          mint: found.mint,
          amount_base_units: found.amount.toString(),
          memo: found.memo ?? null,
          request_id: found.requestId?.toString() ?? null,
          reason: found.reason,
          found_at: new Date(found.foundAt).toISOString(),
        };
    },
  }),
};

function contextOf({ olap, oltp, clock, settings: { TREASURY_TOKEN_ACCOUNT: treasury } }: DecisionParts) {
  return { lane: olap.reader, state: createState(oltp), clock, treasury };
}
