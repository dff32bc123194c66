import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPayouts, type Payouts } from '../../../api/state/payouts/payouts.ts';
import { REVIEW_WINDOW_MS, type RewardEvent } from '../../../core/rules/rewards.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import { type DecisionStore, embeddedDecisions, serverDecisions } from '../../support/decision-stores.ts';
import { postgresIsMissing } from '../../support/postgres-server.ts';
import { waitFor } from '../../support/wait-for.ts';
import { testWallet } from '../../support/wallets.ts';
import { type IndexUnderTest, openIndex, showSlot } from '../support/mirror-under-test.ts';
import { emptyLedger, MINT, openRewards, type RewardsUnderTest } from '../support/rewards-under-test.ts';

const [owner, agent, other] = ['owner', 'agent', 'other'].map((name) => testWallet(name).address) as [
  ReturnType<typeof testWallet>['address'],
  ReturnType<typeof testWallet>['address'],
  ReturnType<typeof testWallet>['address'],
];
const ACCOUNTS = {
  tokens: { owner, other, unbound: undefined },
  agents: { [owner]: [agent] },
};
const BEGIN = Date.parse('2026-10-01T00:00:00Z');
const CLAIM = { wallet_address: owner };

let index: IndexUnderTest;
let decisions: DecisionStore;
let payouts: Payouts;
let under: RewardsUnderTest;
beforeAll(async () => {
  [index, decisions] = await Promise.all([
    openIndex(),
    postgresIsMissing ? embeddedDecisions() : serverDecisions(),
  ]);
  payouts = createPayouts(decisions.oltp);
});
afterAll(async () => {
  await under?.stop();
  await index.dispose();
  await decisions[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await under?.stop();
  await index.index.reset();
  await emptyLedger(index.olap);
  await decisions.oltp.script('TRUNCATE payout_requests CASCADE');
  under = openRewards(index.olap, ACCOUNTS, BEGIN + REVIEW_WINDOW_MS + 1000, { payouts });
  await under.mint(10n);
  index.index.coverage('streamed', 10n, 100n);
  await showSlot(index, under.api, 20n);
});

/** A record that was accrued at the beginning, and priced when an amount is given. */
function record(recordId: bigint, amount?: bigint, program: RewardProgram = 'referral', wallet = owner) {
  const accrued: RewardEvent = { kind: 'accrued', recordId, program, wallet, at: BEGIN, amount: undefined };
  const priced: RewardEvent[] =
    amount === undefined ? [] : [{ kind: 'priced', recordId, at: BEGIN + 1, amount }];
  return [accrued, ...priced];
}
const claim = (body: unknown = CLAIM, token: string | undefined = 'owner', key?: string) =>
  under.post('/referrals/claim/', body, token, key === undefined ? {} : { 'idempotency-key': key });

describe('POST /referrals/claim/ and /creators/claim/', () => {
  test('build one request over what is matured and priced, with every field of the specification', async () => {
    const large = 2n ** 64n - 1n;
    await under.record(...record(1n, large), ...record(2n, 5n), ...record(3n), ...record(4n, 7n, 'clone'));

    const referral = await claim();
    expect(referral.status).toBe(200);
    expect(referral.headers['cache-control']).toBe('no-store');
    const id = referral.json.id;
    expect(referral.text).toBe(
      `{"id":${id},"status":"requested","destination_address":"${owner}","payout_mint":"${MINT}","reward_amount":${large},"earning_count":1,"tx_signature":""}`,
    );
    const creator = await under.post('/creators/claim', CLAIM, 'owner');
    expect(creator.json).toMatchObject({ reward_amount: 7, earning_count: 1 });
    expect(await payouts.records(BigInt(id))).toEqual([{ recordId: 1n, amount: large }]);
    // No transfer carries both, so the other one is left for the next request
    expect((await claim()).json).toMatchObject({ reward_amount: 5, earning_count: 1 });
    expect((await claim()).status).toBe(404);
  });

  test('leave out what is in review, held, paid, voided or not priced', async () => {
    const late: RewardEvent = {
      kind: 'accrued',
      recordId: 2n,
      program: 'referral',
      wallet: owner,
      at: BEGIN + 2000,
      amount: undefined,
    };
    await under.record(
      ...[...record(1n, 1n), late, { kind: 'priced', recordId: 2n, at: BEGIN, amount: 1n } as const],
      ...[...record(3n, 1n), { kind: 'held', recordId: 3n, at: BEGIN, reason: 'r' } as const],
      ...[
        ...record(4n, 1n),
        { kind: 'paid', recordId: 4n, at: BEGIN + REVIEW_WINDOW_MS, txSignature: 'sig' } as const,
      ],
      ...[...record(5n, 1n), { kind: 'voided', recordId: 5n, at: BEGIN, reason: 'r' } as const],
      ...record(6n),
    );
    const { json } = await claim();
    expect(await payouts.records(BigInt(json.id))).toEqual([{ recordId: 1n, amount: 1n }]);

    // When the review of the late one ends, it alone is new
    under.clock.advance(1000);
    expect((await claim()).json).toMatchObject({ earning_count: 1 });
  });

  test('are read by their owner, newest first, from the request to the payment', async () => {
    await under.record(...record(1n, 5n), ...record(2n, 7n, 'clone'), ...record(3n, 9n, 'referral', agent));
    const first = (await claim()).json;
    const second = (await under.post('/creators/claim/', CLAIM, 'owner')).json;
    const agents = (await claim({ wallet_address: agent })).json;
    const list = async (query = '') => (await under.get(`/user-rewards/payouts/${query}`, 'owner')).json;
    const made = { created_at: '2026-10-08T00:00:01Z', settled_at: null, reason: null };
    const rows = [
      { ...second, program: 'clone', ...made },
      { ...first, program: 'referral', ...made },
    ];
    expect(await list()).toEqual({ results: rows, has_more: false });
    expect(await list('?limit=1')).toEqual({ results: rows.slice(0, 1), has_more: true });
    expect(await list('?limit=1&offset=1')).toEqual({ results: rows.slice(1), has_more: false });
    expect((await list(`?wallet_address=${agent}`)).results).toEqual([
      { ...agents, program: 'referral', ...made },
    ]);

    const at = Date.parse('2026-10-09T00:00:00Z');
    await payouts.settle(BigInt(first.id), { txSignature: 'sig', slot: 9n, now: at });
    await payouts.fail(BigInt(second.id), { reason: 'bounced', now: at });
    const settled = {
      ...rows[1],
      status: 'settled',
      tx_signature: 'sig',
      settled_at: '2026-10-09T00:00:00Z',
    };
    expect((await under.get(`/user-rewards/payouts/${first.id}/`, 'owner')).json).toEqual(settled);
    expect((await list('?status=settled')).results).toEqual([settled]);
    expect((await list('?status=failed')).results).toEqual([
      { ...rows[0], status: 'failed', reason: 'bounced' },
    ]);
    expect((await list('?status=requested')).results).toEqual([]);
  });

  test('show in the history which record is in which request, and in the summary what is in open ones', async () => {
    await under.record(...record(1n, 5n), ...record(2n, 7n, 'clone'), ...record(3n));
    const none = { count: 0, priced_count: 0, amount_base_units: 0 };
    const inPayout = async () => (await under.get('/user-rewards/summary/', 'owner')).json.in_payout;
    const requests = async () => {
      const { json } = await under.get('/user-rewards/history/', 'owner');
      return json.results.map((row: { payout_request_id: number | null }) => row.payout_request_id);
    };
    expect([await requests(), (await inPayout()).totals]).toEqual([[null, null, null], none]);
    const { id } = (await claim()).json;
    const five = { count: 1, priced_count: 1, amount_base_units: 5 };
    expect(await requests()).toEqual([null, null, id]);
    expect(await inPayout()).toMatchObject({ totals: five, programs: { referral: five, clone: none } });
    await payouts.settle(BigInt(id), { txSignature: 'sig', slot: 9n, now: BEGIN });
    const clone = (await under.post('/creators/claim/', CLAIM, 'owner')).json;
    expect(await requests()).toEqual([null, clone.id, id]);
    await payouts.fail(BigInt(clone.id), { reason: 'bounced', now: BEGIN });
    expect([await requests(), (await inPayout()).totals]).toEqual([[null, null, id], none]);
  });

  test('change no figure that is read: what is claimed stays claimable until it is paid', async () => {
    await under.record(...record(1n, 5n));
    const before = await under.get('/user-rewards/summary/', 'owner');
    await claim();
    const after = await under.get('/user-rewards/summary/', 'owner');
    expect(after.json.totals).toEqual(before.json.totals);
    expect(after.json.totals.claimable.count).toBe(1);
  });

  test('answer 404 when nothing is left, and the same request to the same key', async () => {
    await under.record(...record(1n, 5n));
    const first = await claim(CLAIM, 'owner', 'key-1');
    expect((await claim(CLAIM, 'owner', 'key-1')).text).toBe(first.text);
    const repeat = await claim();
    expect([repeat.status, repeat.json]).toEqual([
      404,
      {
        detail: expect.stringContaining(
          `already in a payout request; the newest is request ${first.json.id}`,
        ),
        code: 'claim_already_requested',
        payout_request_id: first.json.id,
      },
    ]);
    expect((await claim(CLAIM, 'owner', 'key-2')).status).toBe(404);
    expect((await under.post('/creators/claim/', CLAIM, 'owner')).json).toEqual({
      detail: 'This wallet has no reward that is both priced and matured, so there is nothing to claim.',
      code: 'nothing_to_claim',
    });

    // And when something new comes, the old key still means the old request
    await under.record(...record(2n, 6n));
    expect((await claim(CLAIM, 'owner', 'key-1')).text).toBe(first.text);
    expect((await claim(CLAIM, 'owner', 'key-2')).json).toMatchObject({ reward_amount: 6 });
  });

  test('take again what a failed request has released, and nothing of a settled one', async () => {
    await under.record(...record(1n, 5n));
    const first = await claim();
    await payouts.fail(BigInt(first.json.id), { reason: 'bounced', now: BEGIN });
    const second = await claim();
    expect(second.json).toMatchObject({ reward_amount: 5, earning_count: 1 });
    await payouts.settle(BigInt(second.json.id), { txSignature: 'sig', slot: 9n, now: BEGIN });
    expect((await claim()).status).toBe(404);
  });

  test('serve an agent wallet to its owner, and pay it itself', async () => {
    await under.record(...record(1n, 5n, 'referral', agent));
    const { json } = await claim({ wallet_address: agent });
    expect(json).toMatchObject({ destination_address: agent, reward_amount: 5 });
    expect(await payouts.find(BigInt(json.id))).toMatchObject({ requestedBy: owner });
  });

  test.each([owner, testWallet('nobody').address, 'no key at all'])(
    'answer 404 to a wallet of others, whether it has anything or not: %s',
    async (wallet) => {
      await under.record(...record(1n, 5n));
      const { status, json } = await claim({ wallet_address: wallet }, 'other');
      expect([status, json]).toEqual([404, { detail: 'Unknown wallet.', code: 'claim_wallet_unknown' }]);
    },
  );

  test('answer 401 without a good token, before anything else is looked at', async () => {
    expect((await claim(undefined, '')).status).toBe(401);
    expect((await under.post('/creators/claim/', {}, 'nobody')).status).toBe(401);
  });

  test('answer 400 to an account without a wallet, a body without one, and a key that is none', async () => {
    expect((await claim(CLAIM, 'unbound')).json).toMatchObject({
      detail: 'The account has no bound wallet.',
    });
    expect((await claim({}, 'owner')).json).toMatchObject({
      detail: 'wallet_address must be a wallet address.',
    });
    const bad = await claim(CLAIM, 'owner', 'a b');
    expect([bad.status, bad.json.detail]).toEqual([
      400,
      'Idempotency-Key must be 1 to 255 visible characters.',
    ]);
  });

  test('refuse a body with an unknown member, a repeated one, or another media type', async () => {
    const named = async (payload: string, type = 'application/json') => {
      const headers = { 'content-type': type, authorization: 'Bearer owner' };
      const url = '/api/v1/referrals/claim/';
      const answer = await under.api.app.inject({ method: 'POST', url, headers, payload });
      const { code, detail } = answer.json();
      return [answer.statusCode, code, detail];
    };
    expect(await named(JSON.stringify({ ...CLAIM, program: 'clone' }))).toEqual([
      400,
      'parameter_malformed',
      'program must be left out: it is not a known field.',
    ]);
    expect(await named(`{"wallet_address":"${owner}","wallet_\\u0061ddress":"${other}"}`)).toEqual([
      400,
      'body_malformed',
      expect.stringContaining('wallet_address appears once'),
    ]);
    expect((await named(JSON.stringify(CLAIM), 'text/plain')).slice(0, 2)).toEqual([
      415,
      'request_media_type',
    ]);
    expect((await named(' '.repeat(70_000))).slice(0, 2)).toEqual([413, 'request_body_too_large']);
  });

  test('answer 409 before the mint with exactly the body of the specification', async () => {
    await under.record(...record(1n));
    await under.mint(30n, { closed: true });
    await showSlot(index, under.api, 30n);
    const { status, text } = await claim();
    expect(status).toBe(409);
    expect(JSON.parse(text)).toEqual({ detail: expect.any(String), pre_mint: true, reward_asset: 'REWARD' });
    const creators = await under.post('/creators/claim/', CLAIM, 'owner');
    expect([creators.status, creators.json]).toEqual([409, JSON.parse(text)]);
    expect((await claim({ wallet_address: other })).status).toBe(404);
  });

  test('is refused to who asks for the payouts of somebody else', async () => {
    await under.record(...record(1n, 5n));
    const { json } = await claim();
    const detail = `/user-rewards/payouts/${json.id}/`;
    expect((await under.get(detail, 'other')).status).toBe(404);
    expect((await under.get(detail)).status).toBe(401);
    expect((await under.get('/user-rewards/payouts/999999/', 'owner')).status).toBe(404);
    expect((await under.get('/user-rewards/payouts/x/', 'owner')).status).toBe(400);
    expect((await under.get('/user-rewards/payouts/', 'unbound')).status).toBe(400);
    expect((await under.get(`/user-rewards/payouts/?wallet_address=${owner}`, 'other')).status).toBe(403);
  });

  test('asked for fifty times at once are one request', async () => {
    await under.record(...Array.from({ length: 40 }, (_, at) => record(BigInt(at + 1), 3n)).flat());
    // On a busy machine some wait too long for a connection to the store: they are told 503, and ask again.
    const served = async () => {
      const answer = await claim();
      return answer.status !== 503 && answer;
    };
    const asked = () => waitFor(served, { what: 'a claim to be answered' });
    const answers = await Promise.all(Array.from({ length: 50 }, asked));
    const made = answers.filter(({ status }) => status === 200);
    expect(made.map(({ json }) => json)).toEqual([
      expect.objectContaining({ earning_count: 40, reward_amount: 120 }),
    ]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
  });
});
