import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askOwner } from '../../../api/actions/control/ask.ts';
import { sessionSignerKind } from '../../../api/actions/control/kinds/grants.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const LIMITS = { limits: [{ mint: MINT, per_intent: '250000000', per_day: '1000000000' }] };
const POLICY = {
  allowed_tools: null,
  denied_tools: ['bridge_out'],
  allowed_mints: [MINT],
  allowed_venues: null,
  counterparties_only: true,
};

const DAY_MS = 86_400_000;
let [owners, owner] = [0, testWallet('nobody')];
let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  api = await openAgentApi(store.oltp, clock, { PERPS_JURISDICTIONS: 'CH' });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(() => {
  owners += 1;
  owner = testWallet(`owner ${owners}`);
  clock.advance(3_600_000);
});

const get = (path: string, of: Pubkey = owner.address) => api.asOwner(of, 'GET', path);
const post = (path: string, body?: unknown, of: Pubkey = owner.address) =>
  api.asOwner(of, 'POST', path, body);
const put = (path: string, body: unknown) => api.asOwner(owner.address, 'PUT', path, body);
const approve = (request: { id: string; message: string }, by: TestWallet = owner) =>
  post(`/owner-requests/${request.id}/approve/`, { signature: by.sign(request.message) });

describe('/wallet-control/', () => {
  test('stops at once and goes on by the signature of the wallet alone', async () => {
    expect((await get('/wallet-control/')).json).toMatchObject({ owner: owner.address, switch: 'on' });
    expect((await post('/wallet-control/pause/')).json).toMatchObject({ status: 'applied', request: null });
    expect((await post('/wallet-control/kill/')).json.control.switch).toBe('killed');

    const { json: answer } = await post('/wallet-control/resume/');
    expect(answer).toMatchObject({ status: 'waits_for_owner', control: { switch: 'killed' } });
    expect((await approve(answer.request, testWallet('a thief of the token'))).status).toBe(403);
    expect((await approve(answer.request)).json.control.switch).toBe('on');
    expect((await approve(answer.request)).status).toBe(409);
  });

  test('takes stricter terms at once; for wider ones a token of the account is not enough', async () => {
    expect((await put('/wallet-control/policy/', POLICY)).json.status).toBe('applied');
    expect((await put('/wallet-control/limits/', LIMITS)).json.status).toBe('applied');
    expect((await put('/wallet-control/counterparties/', { counterparties: [] })).json.status).toBe(
      'applied',
    );
    expect((await put('/wallet-control/jurisdiction/', { country: 'CH' })).json.status).toBe('applied');
    const mode = { permission_mode: 'observe' };
    expect((await put('/wallet-control/permission-mode/', mode)).json.status).toBe('applied');
    const { json: held } = await get('/wallet-control/');
    expect(held).toMatchObject({
      policy: POLICY,
      ...LIMITS,
      ...mode,
      jurisdiction: 'CH',
    });

    const wider = [
      ['policy', { ...POLICY, denied_tools: [] }],
      ['limits', { limits: [] }],
      ['counterparties', { counterparties: [{ address: testWallet('x').address, label: 'X' }] }],
      ['permission-mode', { permission_mode: 'delegate' }],
    ] as const;
    for (const [part, body] of wider) {
      expect([part, (await put(`/wallet-control/${part}/`, body)).json.status]).toEqual([
        part,
        'waits_for_owner',
      ]);
    }
    expect((await get('/wallet-control/')).json).toEqual(held);
    const { json: open } = await get('/owner-requests/?limit=2');
    expect([open.results.length, open.has_more]).toEqual([2, true]);
    const { json: waiting } = await get('/waiting/');
    expect([waiting.intents, waiting.requests.length]).toEqual([[], wider.length]);
    const [newest, before] = open.results.map(({ id }: { id: string }) => id);
    expect(waiting.requests.slice(0, 2)).toEqual([newest, before]);
    expect((await get(`/owner-requests/?before=${before}`)).json.results).toHaveLength(2);
    expect(
      (await get('/wallet-control/changes/')).json.results.map(({ kind }: { kind: string }) => kind),
    ).toEqual([...['permission_mode', 'jurisdiction', 'counterparties', 'trading_limits', 'wallet_policy']]);
  });

  test.for([
    ['policy', { ...POLICY, allowed_mints: ['x'] }],
    ['policy', {}],
    ['policy', { ...POLICY, denied_tools: ['bridge_outt'] }],
    ['policy', { ...POLICY, denied_tools: ['pause_wallet'] }],
    ['policy', { ...POLICY, allowed_venues: ['jupyter'] }],
    ['limits', { limits: [{ ...LIMITS.limits[0], per_day: 5 }] }],
    ['limits', { limits: [{ ...LIMITS.limits[0], per_day: '1.5' }] }],
    ['limits', { limits: [{ ...LIMITS.limits[0], per_intent: '1e3' }] }],
    ['permission-mode', { permission_mode: 'anything' }],
    ['jurisdiction', { country: 'ZZ' }],
  ] as const)('refuses a %s that does not parse', async ([part, body]) => {
    expect((await put(`/wallet-control/${part}/`, body)).status).toBe(400);
    expect((await get('/wallet-control/changes/')).json.results).toEqual([]);
  });

  test('stops agents however many requests their address has made', async () => {
    expect((await post('/wallet-control/pause/')).json.control.switch).toBe('paused');
    const stops = await Promise.all(Array.from({ length: 120 }, () => post('/wallet-control/kill/')));
    expect(stops.filter(({ json }) => json.control?.switch !== 'killed')).toEqual([]);
    expect((await get('/wallet-control/changes/')).json.results).toHaveLength(2);
  });

  test('answers nobody who is not signed in', async () => {
    for (const path of [
      '/wallet-control/',
      '/owner-requests/',
      '/call-decisions/',
      '/wallet-control/changes/',
    ]) {
      expect([path, (await api.request('GET', path)).status]).toEqual([path, 401]);
    }
    expect((await api.post('/wallet-control/kill/', {})).status).toBe(401);
  });
});

describe('/wallet-control/ of wallets and grants', () => {
  const treasury = testWallet('treasury').address;
  const path = `/wallet-control/watched-wallets/`;

  test('keeps wallets to look at under their labels, which grants nothing', async () => {
    expect((await post(path, { address: treasury, label: 'Treasury' })).json.watched_wallets).toEqual([
      { address: treasury, label: 'Treasury' },
    ]);
    const { json } = await post(path, { address: treasury, label: 'Vault' });
    expect(json).toMatchObject({ watched_wallets: [{ label: 'Vault' }], agent_wallets: [] });
    expect((await post(`${path}${treasury}/delete/`)).json.watched_wallets).toEqual([]);
    expect((await post(`${path}${treasury}/delete/`)).status).toBe(200);
    expect((await post(path, { address: 'x', label: 'X' })).status).toBe(400);
    expect((await post(`${path}x/delete/`)).status).toBe(400);
  });

  test('ends what the owner has signed for, and says so where nothing holds', async () => {
    const signer = testWallet('signer').address;
    const { control } = api.context;
    const asked = await askOwner(
      control,
      { owner: owner.address, agent: undefined },
      { kind: sessionSignerKind, payload: { public_key: signer, label: 'Bot', limits: [], days: 3 } },
    );
    expect((await approve(asked)).json.control.grants).toMatchObject([{ subject: signer }]);
    const name = { kind: 'session_signer', subject: signer };

    expect((await post('/wallet-control/grants/end/', name)).json.grants).toEqual([]);
    expect((await post('/wallet-control/grants/end/', name)).status).toBe(404);
    expect((await post('/wallet-control/grants/end/', { ...name, kind: 'switch' })).status).toBe(400);
  });

  test('answers nobody who is not signed in', async () => {
    for (const each of [path, `${path}${treasury}/delete/`, '/wallet-control/grants/end/']) {
      expect([each, (await api.post(each, {})).status]).toEqual([each, 401]);
    }
  });
});

describe('/owner-requests/', () => {
  const asked = async () => {
    await post('/wallet-control/pause/');
    return (await post('/wallet-control/resume/')).json.request;
  };

  test('are the owner’s own, whose id tells others nothing', async () => {
    const request = await asked();
    const stranger = testWallet('a stranger').address;

    expect((await get(`/owner-requests/${request.id}/`)).json).toEqual(request);
    expect((await get(`/owner-requests/${request.id}/`, stranger)).status).toBe(404);
    expect((await post(`/owner-requests/${request.id}/reject/`, {}, stranger)).status).toBe(404);
    expect((await get('/owner-requests/none/')).status).toBe(404);
  });

  test('are rejected without a signature, and are then over', async () => {
    const request = await asked();
    expect((await post(`/owner-requests/${request.id}/reject/`)).json.status).toBe('rejected');

    expect((await approve(request)).status).toBe(409);
    expect((await get('/wallet-control/')).json.switch).toBe('paused');
  });

  test('expire after a day, to the millisecond', async () => {
    const late = await asked();
    clock.advance(DAY_MS - 1);
    expect((await get(`/owner-requests/${late.id}/`)).json.status).toBe('pending');
    clock.advance(1);
    expect((await get(`/owner-requests/${late.id}/`)).json.status).toBe('expired');
    expect((await approve(late)).json.detail).toContain('expired');
  });

  test('are approved or rejected, never both', async () => {
    const request = await asked();
    const outcomes = await Promise.all([
      approve(request),
      post(`/owner-requests/${request.id}/reject/`),
      approve(request),
    ]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

test('/call-decisions/ shows what agents tried, page by page', async () => {
  const { decisions } = api.context.control;
  for (let at = 0; at < 3; at += 1) {
    const refusal = at === 1 ? { gate: 'switch' as const, code: 'wallet_paused' } : undefined;
    await decisions.record({ owner: owner.address, credentialId: 'c', tool: `tool_${at}`, refusal, at });
  }

  const { json } = await get('/call-decisions/?limit=2');
  expect(json.results).toMatchObject([
    { tool: 'tool_2', verdict: 'allowed', gate: null, code: null },
    { tool: 'tool_1', verdict: 'refused', gate: 'switch', code: 'wallet_paused' },
  ]);
  expect(json.has_more).toBe(true);
  expect((await get(`/call-decisions/?before=${json.results[1].id}`)).json).toMatchObject({
    results: [{ tool: 'tool_0' }],
    has_more: false,
  });
});
