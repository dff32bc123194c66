import { describe, expect, test } from 'vitest';
import { payables } from '../../../../api/actions/settlement/payables.ts';
import { giveUpRequest } from '../../../../api/actions/settlement/payments.ts';
import { payoutMemo } from '../../../../core/rules/payout-memo.ts';
import type { RewardEvent } from '../../../../core/rules/rewards.ts';
import { collect } from '../../../support/collect.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import {
  indexTransfers,
  keyOf,
  markSlots,
  REWARD_MINT,
  type SlotsOfTreasury,
  TREASURY,
  type TransferDraft,
} from '../../support/treasury-index.ts';
import { settlingSuite } from './settling-suite.ts';

const signal = new AbortController().signal;
const T0 = Date.UTC(2026, 9, 1);
const MINUTE = 60_000;
/**
 * Where the index stands before any request is made, and when the operator comes: in different thousands, of each of
 * which one checkpoint is kept.
 */
const [BEFORE, NEWEST] = [900n, 1_200n];
const [MADE, NOW] = [T0 + MINUTE, T0 + 10 * MINUTE];

describe('a payment that the index could have missed', () => {
  const suite = settlingSuite();
  let records = 0n;

  const context = ({ now = NOW, treasury = true } = {}) => ({
    ...{
      lane: suite.olap.reader,
      state: suite.state,
      clock: manualClock(now),
      treasury: treasury ? TREASURY : undefined,
    },
  });

  async function request(wallet: string, amount = 5n): Promise<bigint> {
    records += 1n;
    const at = T0 - 30 * 24 * 60 * MINUTE;
    const events: RewardEvent[] = [
      {
        kind: 'accrued',
        recordId: records,
        at,
        program: 'referral',
        wallet: keyOf(wallet),
        amount: undefined,
      },
      { kind: 'priced', recordId: records, at, amount },
    ];
    await suite.ledger.append(events, { by: 'test' });
    const opened = await suite.state.payouts.open({
      ...{ wallet: keyOf(wallet), program: 'referral', payoutMint: REWARD_MINT, requestedBy: keyOf(wallet) },
      ...{ idempotencyKey: undefined, records: [{ recordId: records, amount }], now: MADE },
    });
    return opened?.id ?? expect.fail('no request');
  }

  /** An index of its own for each test: what it knows of the treasury, and what it saw of it. */
  async function index(
    known: readonly Pick<SlotsOfTreasury, 'how' | 'from' | 'to'>[],
    transfers: readonly (TransferDraft & { readonly revision?: bigint })[] = [],
  ): Promise<void> {
    for (const table of [
      'checkpoints',
      'coverage',
      'flow_coverage',
      'treasury_coverage',
      'treasury_transfers',
    ])
      await suite.olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
    const before = { revision: 1n, slot: BEFORE, final: BEFORE, at: MADE - 1 };
    await indexTransfers(suite.olap.writer, transfers, before);
    for (const slots of known) await markSlots(suite.olap.writer, { ...slots, revision: 2n, at: NOW });
    await indexTransfers(suite.olap.writer, [], { revision: 3n, slot: NEWEST, final: BEFORE, at: NOW });
  }

  const streamed = (from: bigint, to: bigint) => ({ how: 'streamed' as const, from, to });
  const WHOLE = [streamed(500n, 10_000n)];

  async function listed(id: bigint, where: Parameters<typeof context>[0] = {}) {
    const all = await collect(payables(context(where), { vouchedBy: undefined, signal }));
    return all.find(({ request_id }) => request_id === id.toString())?.because;
  }

  const giveUp = (requestId: bigint, { vouched = false, from = context() } = {}) =>
    giveUpRequest(from, { requestId, reason: 'late', operator: 'somebody@here', vouched, signal });

  test('hinders nothing where everything since the request was made is known', async () => {
    const id = await request('alice');
    await index(WHOLE);
    expect(await listed(id)).toEqual([]);
    expect(await giveUp(id)).toMatchObject({ status: 'failed' });
  });

  test('is on the chain and not yet final: the request is not payable again, and not given up', async () => {
    const id = await request('bob');
    const other = await request('carol');
    const payment = { name: 'bob', slot: 950n, wallet: 'bob', amount: 5n, memo: payoutMemo(id) };
    await index(WHOLE, [payment]);
    expect(await listed(id)).toEqual([
      { reason: 'on_chain', tx_signature: expect.stringMatching(/^\w{64,88}$/) },
    ]);
    expect(await listed(other)).toEqual([]);
    await expect(giveUp(id)).rejects.toMatchObject({ code: 'PAYOUT_PAID' });
    // And nobody can vouch against what is there to be seen
    await expect(giveUp(id, { vouched: true })).rejects.toMatchObject({ code: 'PAYOUT_PAID' });
    const all = await collect(
      payables(context({ now: NOW + 30 * MINUTE }), { vouchedBy: 'somebody@here', signal }),
    );
    expect(all.find(({ request_id }) => request_id === id.toString())?.because).toMatchObject([
      { reason: 'on_chain' },
    ]);
  });

  test.each([
    ['with its memo and another amount', 'dave', { amount: 4n }, 'the amount is another one'],
    ['with its memo to another wallet', 'dan', { wallet: 'stranger' }, "wallet than the request's"],
    ['of its amount without a memo', 'dora', { memo: '' }, 'no memo names a payout request'],
  ])(
    'may be a transfer %s: the request is held back until an operator vouches for it',
    async (_, wallet, changes, detail) => {
      const id = await request(wallet);
      const transfer = { name: wallet, slot: 950n, wallet, amount: 5n, memo: payoutMemo(id), ...changes };
      await index(WHOLE, [transfer]);
      expect(await listed(id)).toMatchObject([
        { reason: 'mispaid', detail: expect.stringContaining(detail) },
      ]);
      await expect(giveUp(id)).rejects.toMatchObject({ code: 'PAYOUT_UNSEEN' });
      const all = await collect(payables(context(), { vouchedBy: 'somebody@here', signal }));
      expect(all.find(({ request_id }) => request_id === `${id}`)).toMatchObject({
        because: [],
        vouched: true,
      });
    },
  );

  test.each([
    ['with its memo', 'mia', { slot: 960n, memo: (id: bigint) => payoutMemo(id) }, true],
    ['of its amount without a memo', 'max', { slot: 960n, memo: () => '' }, true],
    ['with its memo, seen before it was given up', 'moe', { slot: 890n, memo: payoutMemo }, false],
  ] as const)(
    'may be for a request that was given up over the same records: a transfer %s',
    async (_, wallet, { slot, memo }, isHeldBack) => {
      const first = await request(wallet);
      await index(WHOLE);
      await giveUp(first, { from: context({ now: MADE + 1 }) });
      const [record] = await suite.state.payouts.records(first);
      const again = await suite.state.payouts.open({
        ...{
          wallet: keyOf(wallet),
          program: 'referral',
          payoutMint: REWARD_MINT,
          requestedBy: keyOf(wallet),
        },
        ...{ idempotencyKey: undefined, records: record ? [record] : [], now: MADE + 2 },
      });
      await index(WHOLE, [{ name: wallet, slot, wallet, amount: 5n, memo: memo(first) }]);
      // The transfer was known before the new request was made, so that nothing but its records tells.
      const told = { revision: 4n, slot: 970n, final: BEFORE, at: MADE + 2 };
      await indexTransfers(suite.olap.writer, [], told);

      const because = await listed(again?.id ?? 0n, { now: MADE + 3 });

      expect(because).toMatchObject(isHeldBack ? [{ reason: 'mispaid' }] : []);
    },
  );

  test('may be a transfer of its amount whose receiver the transaction does not tell', async () => {
    const id = await request('nora');
    await index(WHOLE, [{ name: 'nora', slot: 950n, amount: 5n }]);
    expect(await listed(id)).toMatchObject([{ reason: 'mispaid' }]);
  });

  test('is no transfer without a memo that was made before the request, or of another amount', async () => {
    const id = await request('doris');
    await index(WHOLE, [
      { name: 'earlier', slot: BEFORE, wallet: 'doris', amount: 5n },
      { name: 'less', slot: 950n, wallet: 'doris', amount: 4n },
    ]);
    expect(await listed(id)).toEqual([]);
  });

  test('cannot be made by one transfer where an older request asks for more than a u64', async () => {
    const id = await request('dirk');
    await index(WHOLE);
    const sql = 'UPDATE payout_requests SET reward_amount = $1 WHERE id = $2';
    await suite.decisions.oltp.transaction((queries) => queries.run(sql, [2n ** 64n, id]));
    expect(await listed(id)).toMatchObject([{ reason: 'too_large' }]);
    await suite.decisions.oltp.transaction((queries) => queries.run(sql, [2n ** 64n - 1n, id]));
    expect(await listed(id)).toEqual([]);
  });

  test.each([
    ['without a treasury', { treasury: false }, /^TREASURY_TOKEN_ACCOUNT is not set/],
    ['while the index stands still', { now: NOW + 2 * MINUTE }, /stood still for 120 s at slot 1200/],
  ] as const)('may be there %s', async (_, where, detail) => {
    const id = await request('erin');
    await index(WHOLE);
    expect(await listed(id, where)).toEqual([{ reason: 'unseen', detail: expect.stringMatching(detail) }]);
    await expect(giveUp(id, { from: context(where) })).rejects.toMatchObject({
      code: 'PAYOUT_UNSEEN',
      message: expect.stringMatching(/--vouch-not-paid/),
    });
    expect((await suite.state.payouts.find(id))?.status).toBe('requested');
  });

  test('may be there while the index is behind the chain', async () => {
    const id = await request('frank');
    await index(WHOLE);
    const reach = { revision: 4n, slot: NEWEST + 1n, final: BEFORE, at: NOW };
    await indexTransfers(suite.olap.writer, [], { ...reach, chainSlot: NEWEST + 500n });
    expect(await listed(id)).toMatchObject([{ reason: 'unseen', detail: /499 slots behind the chain/ }]);
    await expect(giveUp(id)).rejects.toMatchObject({ code: 'PAYOUT_UNSEEN' });
  });

  test.each([
    ['in the middle', [streamed(500n, 949n), streamed(961n, 10_000n)], '950 to 960'],
    ['at the end', [streamed(500n, 949n)], '950 to 1200'],
    ['right after the request', [streamed(500n, 900n), streamed(920n, 10_000n)], '901 to 919'],
    ['everywhere', [], '901 to 1200'],
  ] as const)('may be there where what the treasury paid since is not known %s', async (_, known, slots) => {
    const id = await request('grace');
    await index(known);
    const [from, to] = slots.split(' to ');
    const detail = `What the treasury paid in slots ${slots} is not known. Run \`launchlens backfill history --from-slot ${from} --to-slot ${to}\`.`;
    expect(await listed(id)).toEqual([{ reason: 'unseen', detail }]);
    await expect(giveUp(id)).rejects.toMatchObject({ code: 'PAYOUT_UNSEEN' });
  });

  test('is ruled out where only what went before the request is unknown, or a backfill brought the rest', async () => {
    const id = await request('heidi');
    await index([streamed(901n, 10_000n)]);
    expect(await listed(id)).toEqual([]);
    await index([streamed(500n, 949n), { how: 'backfilled', from: 950n, to: 960n }, streamed(961n, 10_000n)]);
    expect(await listed(id)).toEqual([]);
    expect(await giveUp(id)).toMatchObject({ status: 'failed' });
  });

  test('is not ruled out for a request that is older than all that the index was told', async () => {
    const id = await request('ivan');
    await index(WHOLE);
    const first = { revision: 4n, slot: NEWEST, final: BEFORE, at: NOW };
    await suite.olap.writer.command({ sql: 'TRUNCATE TABLE checkpoints' });
    await indexTransfers(suite.olap.writer, [], first);
    expect(await listed(id)).toMatchObject([{ reason: 'unseen', detail: /slots 1 to 499 / }]);
  });

  test.each([
    ['in an outage', 'judy', [streamed(500n, 949n), streamed(961n, 10_000n)], 'lost'],
    ['by an audit that found the index different', 'jane', WHOLE, 'doubted'],
  ] as const)(
    'that was told in slots that were lost %s counts once a backfill has read them again',
    async (...row) => {
      const [, wallet, followed, how] = row;
      const id = await request(wallet);
      const payment = { name: wallet, slot: 955n, wallet, amount: 5n, memo: payoutMemo(id) };
      const gap = [...followed, { how, from: 950n, to: 960n }];
      await index(gap, [payment]);
      expect(await listed(id)).toMatchObject([{ reason: 'unseen', detail: /slots 950 to 960 / }]);
      // The row that the stream told is what the chain has, so that a backfill leaves it as it is
      await index([...gap, { how: 'backfilled', from: 950n, to: 960n }], [payment]);
      expect(await listed(id)).toMatchObject([{ reason: 'on_chain' }]);
      await expect(giveUp(id)).rejects.toMatchObject({ code: 'PAYOUT_PAID' });
    },
  );

  test('is ruled out by an operator who vouches for it, which is kept', async () => {
    const [listedId, givenUp] = [await request('kate'), await request('leo')];
    await index([]);
    const all = await collect(payables(context(), { vouchedBy: 'somebody@here', signal }));
    const ids = [listedId, givenUp].map(String);
    const open = all.filter(({ request_id }) => ids.includes(request_id));
    expect(open).toMatchObject(ids.map((request_id) => ({ request_id, because: [], vouched: true })));
    const [listing] = await suite.state.operatorActions.list(1);
    expect(listing).toMatchObject({
      ...{ operator: 'somebody@here', action: 'treasury list', at: NOW },
      details: { vouched_not_paid: true, requests: expect.arrayContaining(ids) },
    });
    expect(await giveUp(givenUp, { vouched: true })).toMatchObject({ status: 'failed' });
    expect((await suite.state.operatorActions.list(1))[0]).toMatchObject({
      action: 'treasury fail',
      details: { vouched_not_paid: true, unseen: expect.stringContaining('901 to 1200') },
    });
  });
});
