import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { measured } from '../../../../api/actions/measures.ts';
import { payables } from '../../../../api/actions/settlement/payables.ts';
import { giveUpRequest } from '../../../../api/actions/settlement/payments.ts';
import {
  runSettlement,
  SETTLEMENT_MEASURES,
  settleTransfers,
} from '../../../../api/actions/settlement/settle.ts';
import { createRewardsReader } from '../../../../api/read/rewards/reader.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { payoutMemo } from '../../../../core/rules/payout-memo.ts';
import type { RewardEvent } from '../../../../core/rules/rewards.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { deliveriesOf, insertWebhook } from '../../../support/webhook-rows.ts';
import {
  indexTransfers,
  keyOf as key,
  REWARD_MINT as MINT,
  TREASURY,
  type TransferDraft,
} from '../../support/treasury-index.ts';
import { settlingSuite } from './settling-suite.ts';

const logger = createLogger('silent');
const T0 = Date.UTC(2026, 9, 1);
const signal = new AbortController().signal;

describe('settling payout requests', () => {
  const suite = settlingSuite();
  let revision = 1n;
  let records = 0n;

  const context = () => ({
    lane: suite.olap.scanner,
    ledger: suite.ledger,
    state: suite.state,
    clock: systemClock,
    logger,
  });

  /** An operator's, shortly after the index was told of its newest slot. */
  const atHand = () => ({ ...context(), treasury: TREASURY, clock: manualClock(T0 + 1_000) });

  async function request(wallet: string, amount: bigint, now = T0) {
    records += 2n;
    const opened = await suite.state.payouts.open({
      wallet: key(wallet),
      program: 'referral',
      payoutMint: MINT,
      requestedBy: key(wallet),
      idempotencyKey: undefined,
      records: [
        { recordId: records - 1n, amount: amount - 1n },
        { recordId: records, amount: 1n },
      ],
      now,
    });
    return opened ?? expect.fail('no request');
  }

  /** The index holds these transfers, up to `slot`, final up to `final`. */
  async function indexed(drafts: readonly TransferDraft[], slot: bigint, final: bigint): Promise<void> {
    revision += 1n;
    await indexTransfers(suite.olap.writer, drafts, { revision, slot, final });
  }

  const paidRow = z.object({ record: z.coerce.bigint(), tx: z.string(), moment: z.coerce.number() });
  const paid = (ids: readonly bigint[]) =>
    suite.olap.scanner.query(
      {
        sql: `SELECT toString(record_id) AS record, tx_signature AS tx, toString(toUnixTimestamp64Milli(at)) AS moment
          FROM reward_events WHERE kind = 'paid' AND record_id IN (${ids.join(', ')}) ORDER BY record_id`,
      },
      paidRow,
    );

  test('waits for finality, writes the facts, and moves the request, once', async () => {
    const { id } = await request('alice', 500n, 1_790_000_099_000);
    const webhook = await insertWebhook(suite.decisions.oltp, key('alice'), ['payout.settled']);
    const { value: open } = await payables(atHand(), { vouchedBy: undefined, signal }).next();
    expect(open).toMatchObject({
      request_id: id.toString(),
      wallet: key('alice'),
      mint: MINT,
      amount_base_units: '500',
      amount: '0.0005',
      memo: payoutMemo(id),
    });
    // Given a payment in a slot that may still die
    const payment = { name: 'first', slot: 100n, wallet: 'alice', amount: 500n, memo: payoutMemo(id) };
    await indexed([payment], 110n, 99n);
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 0, unmatched: 0 });
    // It cannot be given up while the payment stands
    const order = { requestId: id, reason: 'late', operator: 'test', vouched: false, signal };
    await expect(giveUpRequest(atHand(), order)).rejects.toMatchObject({ code: 'PAYOUT_PAID' });
    // When the slot is final
    await indexed([], 140n, 108n);
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 1, unmatched: 0 });
    // Then the request is settled, and every record of it is paid by that transaction, at the time of its block
    const settled = await suite.state.payouts.find(id);
    const facts = await paid([records - 1n, records]);
    expect(settled?.status).toBe('settled');
    expect(facts.map(({ tx }) => tx)).toEqual([settled?.txSignature, settled?.txSignature]);
    expect(facts.map(({ moment }) => moment)).toEqual([1_790_000_100_000, 1_790_000_100_000]);
    // And looking again changes nothing
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 0, unmatched: 0 });
    // And whoever asked is told once, with the slot of the payment
    const told = await deliveriesOf(suite.decisions.oltp, webhook);
    expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'payout.settled', slot: 100, data: { request_id: id.toString(), reward_amount: '500' } },
    ]);
    expect(await paid([records - 1n, records])).toEqual(facts);
    await expect(giveUpRequest(atHand(), order)).rejects.toMatchObject({ code: 'PAYOUT_CLOSED' });
  });

  test('keeps what the request paid for each record, whatever it was priced at since', async () => {
    // Given a record that is asked to be paid at 100, and priced at 200 before the payment
    const [recordId, at] = [1_000n, T0 - 60_000];
    const wallet = key('priced since');
    const priced = (amount: bigint, moment: number): RewardEvent => ({
      ...{ kind: 'priced', recordId, at: moment, amount },
    });
    await suite.ledger.append(
      [{ kind: 'accrued', recordId, at, program: 'referral', wallet, amount: undefined }, priced(100n, at)],
      { by: 'test' },
    );
    const request = await suite.state.payouts.open({
      ...{ wallet, program: 'referral', payoutMint: MINT, requestedBy: wallet, idempotencyKey: undefined },
      ...{ records: [{ recordId, amount: 100n }], now: T0 },
    });
    await suite.ledger.append([priced(200n, T0)], { by: 'test' });
    // When the payment of 100 is final
    const memo = payoutMemo(request?.id ?? 0n);
    await indexed([{ name: 'as asked', slot: 145n, wallet: 'priced since', amount: 100n, memo }], 150n, 146n);
    const lines: string[] = [];
    const telling = createLogger('info', { write: (line: string) => void lines.push(line) });
    const settling = { ...context(), logger: telling };
    expect(await settleTransfers(settling, { after: 140n, signal })).toMatchObject({ settled: 1 });
    // And the log names the transaction
    const signature = (await suite.state.payouts.find(request?.id ?? 0n))?.txSignature;
    expect(lines.join('')).toContain(`"tx_signature":"${signature}"`);
    // Then it was not paid before it was asked for, whatever the chain's clock says
    expect(await paid([recordId])).toMatchObject([{ moment: T0 }]);
    // And the record is worth what was paid
    for (const foldedHere of [2_000, -1]) {
      const reader = createRewardsReader({ lane: suite.olap.reader, mint: MINT, foldedHere });
      const { facts } = await reader.history({ wallet, program: undefined, limit: 5, offset: 0 });
      expect(facts.records).toMatchObject([{ recordId, amount: 100n }]);
    }
    const sql = 'SELECT toString(amount_base_units) AS worth FROM rewards WHERE record_id = 1000';
    expect(await suite.olap.scanner.query({ sql }, z.object({ worth: z.string() }))).toEqual([
      { worth: '100' },
    ]);
  });

  test('goes on where it was cut off between the facts and the request', async () => {
    const { id } = await request('bob', 40n);
    await indexed(
      [{ name: 'cut off', slot: 200n, wallet: 'bob', amount: 40n, memo: payoutMemo(id) }],
      300n,
      250n,
    );
    const broken = {
      ...suite.state,
      payouts: { ...suite.state.payouts, settle: () => Promise.reject(new Error('cut off')) },
    };
    await expect(settleTransfers({ ...context(), state: broken }, { after: 0n, signal })).rejects.toThrow(
      'cut off',
    );
    expect((await suite.state.payouts.find(id))?.status).toBe('requested');
    expect(await paid([records - 1n, records])).toHaveLength(2);
    expect(await settleTransfers(context(), { after: 0n, signal })).toMatchObject({ settled: 1 });
    expect(await paid([records - 1n, records])).toHaveLength(2);
  });

  test('keeps what matches nothing with the reason, once, and leaves the request open', async () => {
    const { id } = await request('carol', 9n);
    const memo = payoutMemo(id);
    await indexed(
      [
        { name: 'amount', slot: 401n, wallet: 'carol', amount: 8n, memo },
        { name: 'wallet', slot: 402n, wallet: 'dave', amount: 9n, memo },
        { name: 'mint', slot: 403n, wallet: 'carol', amount: 9n, memo, mint: key('another mint') },
        { name: 'unknown', slot: 404n, wallet: 'carol', amount: 9n, memo: payoutMemo(999_999n) },
        { name: 'no memo', slot: 405n, wallet: 'carol', amount: 9n },
      ],
      500n,
      450n,
    );
    expect(await settleTransfers(context(), { after: 400n, signal })).toEqual({ settled: 0, unmatched: 5 });
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 0, unmatched: 0 });
    const found = (await suite.state.unmatchedSettlements.list(10)).map(({ reason, requestId }) => [
      reason,
      requestId,
    ]);
    expect(found).toEqual([
      [expect.stringContaining('no memo'), undefined],
      [expect.stringContaining('does not exist'), undefined],
      [expect.stringContaining('another mint'), id],
      [expect.stringContaining('another wallet'), id],
      [expect.stringContaining('amount'), id],
    ]);
    expect((await suite.state.payouts.find(id))?.status).toBe('requested');
    // A request that is given up releases its records, and a payment that comes later is told
    const order = {
      requestId: id,
      reason: 'wrong wallet',
      operator: 'somebody@here',
      vouched: true,
      signal,
    };
    await expect(giveUpRequest(atHand(), { ...order, vouched: false })).rejects.toMatchObject({
      code: 'PAYOUT_UNSEEN',
    });
    expect(await giveUpRequest(atHand(), order)).toMatchObject({ status: 'failed', reason: 'wrong wallet' });
    expect((await suite.state.operatorActions.list(1))[0]).toMatchObject({
      operator: 'somebody@here',
      action: 'treasury fail',
    });
    await indexed([{ name: 'too late', slot: 501n, wallet: 'carol', amount: 9n, memo }], 600n, 550n);
    expect(await settleTransfers(context(), { after: 500n, signal })).toEqual({ settled: 0, unmatched: 1 });
    expect((await suite.state.unmatchedSettlements.list(1))[0]?.reason).toContain('given up');
    await expect(giveUpRequest(atHand(), { ...order, requestId: 999_999n })).rejects.toMatchObject({
      code: 'PAYOUT_UNKNOWN',
    });
  });

  test('is done again and again by a worker that outlives failures', async () => {
    const { id } = await request('erin', 77n);
    const stop = new AbortController();
    const stats = measured(SETTLEMENT_MEASURES);
    let runs = 0;
    const running = runSettlement({
      context: context(),
      stats,
      // Given another process at it first
      alone: async (work) => {
        runs += 1;
        if (runs === 1) return false;
        await work();
        return true;
      },
      everyMs: 20,
      signal: stop.signal,
    });
    await waitFor(() => stats.settledSlot === 550, { what: 'the first look' });
    await indexed(
      [{ name: 'erin', slot: 601n, wallet: 'erin', amount: 77n, memo: payoutMemo(id) }],
      700n,
      650n,
    );
    await waitFor(() => stats.settledRequests === 1, { what: 'the settlement' });
    stop.abort();
    await running;
    expect((await suite.state.payouts.find(id))?.status).toBe('settled');
    expect(stats.unmatchedTransfers).toBe(await suite.state.unmatchedSettlements.count());
  });
});
