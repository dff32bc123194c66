import { repeat } from '../../../core/kernel/retries.ts';
import { requestsInMemo } from '../../../core/rules/payout-memo.ts';
import { type Settlement, settlementsOf, UNMATCHED_REASONS } from '../../../core/rules/settlements.ts';
import { finalSlot, type TreasuryTransfer, treasuryTransfers } from '../../read/treasury/transfers.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import type { Measured } from '../measures.ts';
import { namedRequests, type SettlementContext } from './payments.ts';

export interface Settled {
  readonly settled: number;
  /** Transfers that match no open request and were not recorded as such. */
  readonly unmatched: number;
}

const BY = 'settlement';

/**
 * Matches every final transfer above a slot with the open requests. A payment first becomes an event in the ledger, for
 * each record of its request, and then closes the request. After a crash in between, the next check completes it,
 * because the events are the same. Repeating finished work changes nothing.
 */
export async function settleTransfers(
  context: SettlementContext,
  { after, signal }: { readonly after: bigint; readonly signal: AbortSignal },
): Promise<Settled> {
  let settled = 0;
  let unmatched = 0;
  for await (const transfers of treasuryTransfers(context.lane, { after, signal })) {
    const named = requestsInMemo(transfers[0]?.memo ?? '');
    const requests = await namedRequests(context, named);
    for (const [at, settlement] of settlementsOf(transfers, named, requests).entries()) {
      const transfer = transfers[at];
      if (!transfer) continue;
      if (settlement.kind === 'settles' && (await settle(context, settlement.request, transfer, signal)))
        settled += 1;
      if (settlement.kind === 'unmatched' && (await keepUnmatched(context, settlement, transfer)))
        unmatched += 1;
    }
  }
  return { settled, unmatched };
}

async function settle(
  context: SettlementContext,
  request: PayoutRequest,
  transfer: TreasuryTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  const { state, ledger, clock, logger } = context;
  const { signature: txSignature, slot, at: blockTime } = transfer;
  const about = { request: request.id.toString(), tx_signature: txSignature };
  if (blockTime === undefined) {
    logger.warn(about, 'a settlement waits for the time of its block');
    return false;
  }
  // Nothing is paid before it was asked for: a chain whose clock is behind, such as the local one, says otherwise.
  const at = Math.max(blockTime, request.createdAt);
  const records = await state.payouts.records(request.id);
  const paid = records.map(({ recordId, amount }) => {
    return { kind: 'paid' as const, recordId, at, txSignature, slot, amount };
  });
  const appended = await ledger.append(paid, { by: BY, whole: true, signal });
  const [rejected] = [...appended.conflicts, ...appended.refused];
  if (rejected) {
    const reason = `the ledger contradicts it for record ${rejected.event.recordId}: ${rejected.reason}`;
    await save(context, transfer, { requestId: request.id, reason });
    return false;
  }
  const moved = await state.payouts.settle(request.id, { txSignature, slot, now: clock.now() });
  if (moved) logger.info({ ...about, records: records.length }, 'a payout request was settled');
  return moved !== undefined;
}

function keepUnmatched(
  context: SettlementContext,
  { reason, requestId }: Extract<Settlement<PayoutRequest>, { kind: 'unmatched' }>,
  transfer: TreasuryTransfer,
): Promise<boolean> {
  return save(context, transfer, { requestId, reason: UNMATCHED_REASONS[reason] });
}

/** True if it was not recorded before. */
async function save(
  { state, clock, logger }: SettlementContext,
  { signature, ordinal, slot, wallet, account, mint, amount, memo }: TreasuryTransfer,
  why: { readonly requestId: bigint | undefined; readonly reason: string },
): Promise<boolean> {
  const found = await state.unmatchedSettlements.save({
    ...{ signature, ordinal, slot, mint, amount },
    destination: wallet ?? account,
    memo: memo === '' ? undefined : memo,
    ...why,
    foundAt: clock.now(),
  });
  if (found)
    logger.warn(
      { tx_signature: signature, ordinal, reason: why.reason },
      'a transfer of the treasury settles nothing',
    );
  return found;
}

export const SETTLEMENT_MEASURES = {
  prefix: 'launchlens_settlement',
  states: ['unmatchedTransfers', 'settledSlot'],
  counts: ['settledRequests', 'failures'],
} as const;

export interface SettlementWorkerOptions {
  readonly context: SettlementContext;
  readonly stats: Measured<typeof SETTLEMENT_MEASURES>;
  /** Runs the work unless another process is doing it; false if one is (see `withSettlementLock`). */
  readonly alone: (work: () => Promise<void>) => Promise<boolean>;
  readonly everyMs?: number;
  /** The revision of the newest checkpoint: while it stays, nothing can have become final. */
  readonly stored?: () => bigint | undefined;
  readonly signal: AbortSignal;
}

const EVERY_MS = 2_000;
/** A backfill loads transfers of slots that were checked before. */
const ALL_EVERY_MS = 600_000;
const BACKOFF = { initialMs: 2_000, maximumMs: 60_000 };

/** Settles final payments until the signal aborts. Failures are retried. */
export function runSettlement(options: SettlementWorkerOptions): Promise<void> {
  const { context, stats, signal, everyMs = EVERY_MS, stored } = options;
  const { clock, logger } = context;
  let allAt = Number.NEGATIVE_INFINITY;
  let lookedAt: bigint | undefined;
  return repeat(
    async () => {
      const all = clock.now() - allAt >= ALL_EVERY_MS;
      const newest = stored?.();
      if (!all && newest !== undefined && newest === lookedAt) return undefined;
      if (!(await look(options, all))) return undefined;
      lookedAt = newest;
      if (all) allAt = clock.now();
      return undefined;
    },
    {
      ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
      saying: 'settling failed and is tried again',
      onFailure: () => {
        stats.failures += 1;
      },
    },
  );
}

/** False if another process is doing it. */
async function look(
  { context, stats, alone, signal }: SettlementWorkerOptions,
  all: boolean,
): Promise<boolean> {
  const final = await finalSlot(context.lane, signal);
  const after = all ? 0n : BigInt(stats.settledSlot ?? 0);
  if (!all && final <= after) return true;
  return alone(async () => {
    const { settled } = await settleTransfers(context, { after, signal });
    stats.settledRequests += settled;
    stats.settledSlot = Number(final);
    stats.unmatchedTransfers = await context.state.unmatchedSettlements.count();
  });
}
