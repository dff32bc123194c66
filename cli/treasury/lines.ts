import { z } from 'zod';
import { giveUpRequest } from '../../api/actions/settlement/give-up.ts';
import { type Hindrance, type OpenPayout, payables } from '../../api/actions/settlement/payables.ts';
import { createState } from '../../api/state/state.ts';
import type { UnmatchedSettlement } from '../../api/state/unmatched-settlements.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { DecisionParts } from '../operator/ask.ts';
import { operatorGiven } from '../operator/operator-name.ts';
import type { JsonValue } from '../operator/protocol.ts';

export const listInput = z.strictObject({ vouched_by: operatorGiven.nullable() });
export const failInput = z.strictObject({
  request_id: z.string().regex(/^[1-9]\d{0,18}$/),
  reason: z.string().min(1).max(500),
  operator: operatorGiven,
  vouched: z.boolean(),
});
export const unmatchedInput = z.strictObject({ limit: z.int().min(1).max(10_000) });

export type ListInput = z.output<typeof listInput>;
export type FailInput = z.output<typeof failInput>;
export type UnmatchedInput = z.output<typeof unmatchedInput>;

/** The dependencies of the treasury commands. */
export interface TreasuryParts extends DecisionParts {
  /** The token account that pays requests; undefined if none is configured. */
  readonly treasury: Pubkey | undefined;
}

type OpenLine = Omit<OpenPayout, 'because'> & { readonly because: (Hindrance & Record<string, string>)[] };

/** Every open request as a line, with the reasons why it is not payable. */
export async function* listLines(
  { olap, oltp, clock, treasury, signal }: TreasuryParts,
  { vouched_by }: ListInput,
): AsyncGenerator<OpenLine & Record<string, JsonValue>> {
  const context = { lane: olap.reader, state: createState(oltp), clock, treasury };
  for await (const { because, ...payable } of payables(context, {
    vouchedBy: vouched_by ?? undefined,
    signal,
  }))
    yield { ...payable, because: because.map((hindrance) => ({ ...hindrance })) };
}

/** Cancels one request; the line says what was released. */
export async function* failLines(
  { olap, oltp, clock, treasury, signal }: TreasuryParts,
  { request_id, reason, operator, vouched }: FailInput,
): AsyncGenerator<{ request_id: string; status: string; earning_count: number }> {
  const context = { lane: olap.reader, state: createState(oltp), clock, treasury };
  const order = { requestId: BigInt(request_id), reason, operator, vouched, signal };
  const { status, earningCount } = await giveUpRequest(context, order);
  yield { request_id, status, earning_count: earningCount };
}

/** Transfers that settle nothing, newest first. */
export async function* unmatchedLines(
  { oltp }: DecisionParts,
  { limit }: UnmatchedInput,
): AsyncGenerator<ReturnType<typeof unmatchedLine>> {
  const found = await createState(oltp).unmatchedSettlements.list(limit);
  yield* found.map(unmatchedLine);
}

function unmatchedLine(found: UnmatchedSettlement) {
  return {
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
}
