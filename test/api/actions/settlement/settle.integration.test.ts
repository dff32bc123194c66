import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { giveUpRequest } from '../../../../api/actions/settlement/give-up.ts';
import { payables } from '../../../../api/actions/settlement/payables.ts';
import { settleTransfers } from '../../../../api/actions/settlement/settle.ts';
import { createSettlementStats, runSettlement } from '../../../../api/actions/settlement/worker.ts';
import { createState, type State } from '../../../../api/state/state.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../../core/ledger/port.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { payoutMemo } from '../../../../core/rules/payout-memo.ts';
import { type DecisionStore, embeddedDecisions } from '../../../support/decision-stores.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';
import { waitFor } from '../../../support/wait-for.ts';
import {
  indexTransfers,
  keyOf as key,
  REWARD_MINT as MINT,
  type TransferDraft,
} from '../../support/treasury-index.ts';

const logger = createLogger('silent');
const T0 = Date.UTC(2026, 9, 1);
const signal = new AbortController().signal;

describe('settling payout requests', () => {
  let directory: TemporaryDirectory;
  let decisions: DecisionStore;
  let olap: Olap;
  let state: State;
  let ledger: RewardLedger;
  let revision = 1n;
  let records = 0n;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    olap = await openMigrated({ dataDir: directory.path, logger });
    decisions = await embeddedDecisions();
    state = createState(decisions.oltp);
    ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false });
  });
  afterAll(async () => {
    await ledger.close();
    await olap.close();
    await decisions[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const context = () => ({ lane: olap.scanner, ledger, state, clock: systemClock, logger });

  async function request(wallet: string, amount: bigint) {
    records += 2n;
    const opened = await state.payouts.open({
      wallet: key(wallet),
      program: 'referral',
      payoutMint: MINT,
      requestedBy: key(wallet),
      idempotencyKey: undefined,
      records: [
        { recordId: records - 1n, amount: amount - 1n },
        { recordId: records, amount: 1n },
      ],
      now: T0,
    });
    return opened ?? expect.fail('no request');
  }

  /** The index holds these transfers, up to `slot`, final up to `final`. */
  async function indexed(drafts: readonly TransferDraft[], slot: bigint, final: bigint): Promise<void> {
    revision += 1n;
    await indexTransfers(olap.writer, drafts, { revision, slot, final });
  }

  const paidRow = z.object({ record: z.coerce.bigint(), tx: z.string(), moment: z.coerce.number() });
  const paid = (ids: readonly bigint[]) =>
    olap.scanner.query(
      {
        sql: `SELECT toString(record_id) AS record, tx_signature AS tx, toString(toUnixTimestamp64Milli(at)) AS moment
          FROM reward_events WHERE kind = 'paid' AND record_id IN (${ids.join(', ')}) ORDER BY record_id`,
      },
      paidRow,
    );

  test('waits for finality, writes the facts, and moves the request, once', async () => {
    const { id } = await request('alice', 500n);
    const { value: open } = await payables(context(), { signal }).next();
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
    const order = { requestId: id, reason: 'late', operator: 'test', signal };
    await expect(giveUpRequest(context(), order)).rejects.toMatchObject({ code: 'PAYOUT_PAID' });
    // When the slot is final
    await indexed([], 140n, 108n);
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 1, unmatched: 0 });
    // Then the request is settled, and every record of it is paid by that transaction, at the time of its block
    const settled = await state.payouts.find(id);
    const facts = await paid([records - 1n, records]);
    expect(settled?.status).toBe('settled');
    expect(facts.map(({ tx }) => tx)).toEqual([settled?.txSignature, settled?.txSignature]);
    expect(facts.map(({ moment }) => moment)).toEqual([1_790_000_100_000, 1_790_000_100_000]);
    // And looking again changes nothing
    expect(await settleTransfers(context(), { after: 0n, signal })).toEqual({ settled: 0, unmatched: 0 });
    expect(await paid([records - 1n, records])).toEqual(facts);
    await expect(giveUpRequest(context(), order)).rejects.toMatchObject({ code: 'PAYOUT_CLOSED' });
  });

  test('goes on where it was cut off between the facts and the request', async () => {
    const { id } = await request('bob', 40n);
    await indexed(
      [{ name: 'cut off', slot: 200n, wallet: 'bob', amount: 40n, memo: payoutMemo(id) }],
      300n,
      250n,
    );
    const broken = {
      ...state,
      payouts: { ...state.payouts, settle: () => Promise.reject(new Error('cut off')) },
    };
    await expect(settleTransfers({ ...context(), state: broken }, { after: 0n, signal })).rejects.toThrow(
      'cut off',
    );
    expect((await state.payouts.find(id))?.status).toBe('requested');
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
    const found = (await state.unmatchedSettlements.list(10)).map(({ reason, requestId }) => [
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
    expect((await state.payouts.find(id))?.status).toBe('requested');
    // A request that is given up releases its records, and a payment that comes later is told
    const order = { requestId: id, reason: 'wrong wallet', operator: 'somebody@here', signal };
    expect(await giveUpRequest(context(), order)).toMatchObject({ status: 'failed', reason: 'wrong wallet' });
    expect((await state.operatorActions.list(1))[0]).toMatchObject({
      operator: 'somebody@here',
      action: 'treasury fail',
    });
    await indexed([{ name: 'too late', slot: 501n, wallet: 'carol', amount: 9n, memo }], 600n, 550n);
    expect(await settleTransfers(context(), { after: 500n, signal })).toEqual({ settled: 0, unmatched: 1 });
    expect((await state.unmatchedSettlements.list(1))[0]?.reason).toContain('given up');
    await expect(giveUpRequest(context(), { ...order, requestId: 999_999n })).rejects.toMatchObject({
      code: 'PAYOUT_UNKNOWN',
    });
  });

  test('is done again and again by a worker that outlives failures', async () => {
    const { id } = await request('erin', 77n);
    const stop = new AbortController();
    const stats = createSettlementStats();
    let turns = 0;
    const running = runSettlement({
      context: context(),
      stats,
      // Given another process at it first
      turn: async (work) => {
        turns += 1;
        if (turns === 1) return false;
        await work();
        return true;
      },
      everyMs: 20,
      signal: stop.signal,
    });
    await waitFor(() => stats.through === 550n, { what: 'the first look' });
    await indexed(
      [{ name: 'erin', slot: 601n, wallet: 'erin', amount: 77n, memo: payoutMemo(id) }],
      700n,
      650n,
    );
    await waitFor(() => stats.settled === 1, { what: 'the settlement' });
    stop.abort();
    await running;
    expect((await state.payouts.find(id))?.status).toBe('settled');
    expect(stats.unmatched).toBe(await state.unmatchedSettlements.count());
  });
});
