import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const DAY_MS = 86_400_000;
let [owners, owner] = [0, testWallet('nobody')];
let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  api = await openAgentApi(store.oltp, clock);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(() => {
  owners += 1;
  owner = testWallet(`owner of agent wallets ${owners}`);
  clock.advance(3_600_000);
});

const get = (path: string) => api.asOwner(owner.address, 'GET', path);
const post = (path: string, body?: unknown, of: Pubkey = owner.address) =>
  api.asOwner(of, 'POST', path, body);
const approve = (request: { id: string; message: string }) =>
  post(`/owner-requests/${request.id}/approve/`, { signature: owner.sign(request.message) });
const acting = '/wallet-control/agent-wallets/';
const withdraw = (wallet: TestWallet) => post('/agent-wallet/withdraw/', {}, wallet.address);
const consented = async (bot: TestWallet, of = owner) => {
  const named = { address: bot.address, label: 'Bot' };
  const { json } = await post(acting, named, of.address);
  const signed = { ...named, wallet_signature: bot.sign(json.consent) };
  return { consent: json.consent as string, again: () => post(acting, signed, of.address) };
};

describe('/wallet-control/agent-wallets/ and /agent-wallet/', () => {
  test('takes an agent wallet back at once, of its own owner alone, and keeps an audit log of it', async () => {
    const bot = testWallet(`bot ${owners}`).address;
    const { agentWallets } = api.context.control;
    await agentWallets.add(owner.address, bot, clock.now());
    const taken = `/wallet-control/agent-wallets/${bot}/delete/`;

    const refused = await post(taken, {}, testWallet('a stranger').address);
    expect([refused.status, refused.json.detail]).toEqual([
      404,
      expect.stringContaining('is not an agent wallet'),
    ]);
    const byItself = await post(taken, {}, bot);
    expect([byItself.status, byItself.json.detail]).toEqual([
      409,
      expect.stringContaining('/agent-wallet/withdraw/'),
    ]);
    expect((await get('/wallet-control/')).json.agent_wallets).toEqual([bot]);
    expect((await post(taken)).json.agent_wallets).toEqual([]);
    expect((await post(taken)).status).toBe(404);
    expect((await get('/wallet-control/changes/')).json.results).toMatchObject([
      { kind: 'agent_wallet_ended', detail: { address: bot }, credential_id: null },
    ]);
  });

  test('lets a wallet act by its own consent and the signature of the owner', async () => {
    const bot = testWallet(`acting bot ${owners}`);
    const named = { address: bot.address, label: 'Bot' };
    const { json: asked } = await post(acting, named);
    expect(asked).toMatchObject({ status: 'needs_wallet_signature', request: null });
    const forged = { ...named, wallet_signature: owner.sign(asked.consent) };
    expect((await post(acting, forged)).status).toBe(400);

    const { json } = await post(acting, { ...named, wallet_signature: bot.sign(asked.consent) });
    expect(json).toMatchObject({ status: 'waits_for_owner', consent: null });
    expect((await get('/wallet-control/')).json.agent_wallets).toEqual([]);
    expect((await approve(json.request)).json.control.agent_wallets).toEqual([bot.address]);
  });

  test('is not let act by a signature held back once it was taken back, acting already or not', async () => {
    const asked = async (name: string) => {
      const bot = testWallet(`${name} of ${owner.address}`);
      const named = { address: bot.address, label: 'Bot' };
      const { json } = await post(acting, named);
      const consented = { ...named, wallet_signature: bot.sign(json.consent) };
      return { bot, request: (await post(acting, consented)).json.request };
    };
    const { bot, request } = await asked('bot');
    const again = (await asked('bot')).request;
    const other = await asked('another bot');

    expect((await post(`${acting}${bot.address}/delete/`)).status).toBe(200);
    expect((await approve(request)).status).toBe(409);
    expect((await approve(other.request)).json.control.agent_wallets).toEqual([other.bot.address]);
    const held = await asked('another bot');
    expect((await post(`${acting}${other.bot.address}/delete/`)).json.agent_wallets).toEqual([]);
    for (const each of [held.request, again]) expect((await approve(each)).status).toBe(409);
    expect((await get('/wallet-control/')).json.agent_wallets).toEqual([]);
  });

  test('lets a wallet leave by itself, with everything that it agreed to before', async () => {
    const bot = testWallet(`leaving bot ${owners}`);
    const other = testWallet(`another owner ${owners}`);
    const { request } = (await (await consented(bot)).again()).json;
    await approve(request);
    const held = (await (await consented(bot, other)).again()).json.request;
    const unused = await consented(bot, testWallet(`a third owner ${owners}`));

    const left = await withdraw(bot);
    expect([left.status, left.json]).toEqual([200, { wallet: bot.address, owner: owner.address, voided: 2 }]);
    expect((await get('/wallet-control/')).json.agent_wallets).toEqual([]);
    expect((await get('/wallet-control/changes/')).json.results[0]).toMatchObject({
      ...{ kind: 'agent_wallet_withdrew', detail: { address: bot.address }, credential_id: null },
    });
    const late = { signature: other.sign(held.message) };
    expect((await post(`/owner-requests/${held.id}/approve/`, late, other.address)).status).toBe(409);
    expect((await unused.again()).status).toBe(400);
    expect((await withdraw(bot)).status).toBe(404);
    expect((await api.post('/agent-wallet/withdraw/', {})).status).toBe(401);
  });

  test('takes a consent once, within a day, and not again after it was taken back', async () => {
    const bot = testWallet(`consenting bot ${owners}`);
    const first = await consented(bot);
    expect((await consented(bot)).consent).toBe(first.consent);
    const outcomes = await Promise.all([first.again(), first.again(), first.again()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await approve(outcomes.find(({ status }) => status === 200)?.json.request);
    const held = await consented(bot);
    expect((await post(`${acting}${bot.address}/delete/`)).json.agent_wallets).toEqual([]);
    for (const old of [first, held]) {
      expect((await old.again()).json.detail).toContain('A consent can be used once');
    }

    const late = await consented(bot);
    clock.advance(DAY_MS);
    expect((await late.again()).status).toBe(400);
    expect((await consented(bot)).consent).not.toBe(late.consent);
  });

  test('has 50 open consents at most, and asks again for one of them all the same', async () => {
    const bots = Array.from({ length: 50 }, (_, at) => testWallet(`bot ${at} of ${owner.address}`));
    for (const { address } of bots) await post(acting, { address, label: 'Bot' });
    const one = { address: testWallet(`one too many ${owners}`).address, label: 'Bot' };
    expect((await post(acting, one)).status).toBe(409);
    expect((await post(acting, { address: bots[0]?.address, label: 'Bot' })).status).toBe(200);
  });
});
