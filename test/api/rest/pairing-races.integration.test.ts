import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { type SharedDecisionStore, serverDecisions } from '../../support/decision-stores.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const wallet = testWallet('owner');
const other = testWallet('other');
const clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let store: SharedDecisionStore;
  /** Two processes over one store. */
  let apis: readonly [AgentApi, AgentApi];
  beforeAll(async () => {
    store = await serverDecisions();
    apis = [await openAgentApi(store.oltp, clock), await openAgentApi(await store.another(), clock)];
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });
  const each = (at: number): AgentApi => apis[at % 2] as AgentApi;
  const tokensOf = async (owner = wallet) =>
    createState(store.oltp).credentials.list({ owner: owner.address, kind: 'token' }, { limit: 200 });

  test('two hundred polls at once over two processes get one token', async () => {
    const { user_code, device_code } = await apis[0].pair();
    await apis[1].decide('approve', user_code, wallet);
    const before = await tokensOf();

    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => each(at).poll(device_code)));

    const statuses = answers.map(({ status, json }) => `${status} ${json.status}`);
    expect(statuses.filter((status) => status === '200 approved')).toHaveLength(1);
    expect(statuses.filter((status) => status === '200 expired')).toHaveLength(199);
    expect(answers.filter(({ text }) => text.includes('llp_'))).toHaveLength(1);
    expect(await tokensOf()).toHaveLength(before.length + 1);
  });

  test('polls that race the approval get one token between them, at once or later', async () => {
    const { user_code, device_code } = await apis[0].pair();
    const polls = Array.from({ length: 50 }, (_, at) => each(at).poll(device_code));
    await apis[1].decide('approve', user_code, wallet);
    const answers = await Promise.all([...polls, apis[0].poll(device_code), apis[1].poll(device_code)]);
    expect(answers.filter(({ text }) => text.includes('llp_'))).toHaveLength(1);
  });

  test('of approvals and denials at once one holds, and the others are told so', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { user_code, device_code } = await apis[0].pair();
      const { json } = await apis[0].request('GET', `/pair/request/?user_code=${user_code}`);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => {
          const by = at % 3 === 0 ? other : wallet;
          const verb = at % 4 < 2 ? 'approve' : 'deny';
          const body = {
            user_code,
            wallet_address: by.address,
            signature: by.sign(verb === 'approve' ? json.message : json.deny_message),
          };
          return each(at)
            .post(`/pair/${verb}/`, body)
            .then((answer) => ({ ...answer, verb, by }));
        }),
      );
      const held = answers.filter(({ status }) => status === 200);
      expect(new Set(held.map(({ verb, by }) => `${verb} ${by.address}`)).size).toBe(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const polled = (await apis[1].poll(device_code)).json.status;
      expect(polled).toBe(held[0]?.verb === 'approve' ? 'approved' : 'denied');
    }
  });

  test('a pairing goes on over a restart: other processes approve and deliver it', async () => {
    const { user_code, device_code } = await apis[0].pair();
    const second = await openAgentApi(await store.another(), clock);
    expect((await second.decide('approve', user_code, wallet)).status).toBe(200);
    const third = await openAgentApi(await store.another(), clock);
    expect((await third.poll(device_code)).json.status).toBe('approved');
    const fourth = await openAgentApi(await store.another(), clock);
    expect((await fourth.poll(device_code)).json).toEqual({ status: 'expired' });
  });

  test('keys asked for at once over two processes stop at a hundred that hold', async () => {
    const owner = testWallet('a hundred keys');
    const statuses: number[] = [];
    for (const count of [80, 60]) {
      const asked = Array.from({ length: count }, (_, at) =>
        each(at).asOwner(owner.address, 'POST', '/keys/', { label: 'Bot', scopes: ['read'] }),
      );
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
      clock.advance(60_000);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(40);
  });

  test('wrong codes are counted over all processes', async () => {
    const body = { user_code: 'BBBB-BBBC', wallet_address: wallet.address, signature: wallet.sign('x') };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => each(at).post('/pair/approve/', body, {}, '10.0.0.7')),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});
