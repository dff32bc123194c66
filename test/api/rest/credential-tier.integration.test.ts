import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { testWallet } from '../../support/wallets.ts';
import { appServing } from '../support/account-api.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const TOKEN = 'a token of the operator';
const owner = testWallet('owner');

let store: DecisionStore;
let api: AgentApi;
let app: FastifyInstance;
beforeAll(async () => {
  store = await embeddedDecisions();
  api = await openAgentApi(store.oltp, systemClock);
  app = served(TOKEN);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

function served(token: string | undefined): FastifyInstance {
  return appServing({ operator: { token, keys: api.context.keys }, clock: systemClock });
}

const TWICE = [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`] as unknown as string;
const post = (id: string, payload: object, bearer: string | undefined = TOKEN, over = app) =>
  over.inject({
    ...{ method: 'POST', url: `/api/v1/operator/credentials/${id}/tier/`, payload },
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });

test('the operator gives a credential the elevated rate from the next call on, which is recorded', async () => {
  const { json: key } = await api.asOwner(owner.address, 'POST', '/keys/', { label: 'a', scopes: ['read'] });
  const use = { authorization: `Bearer ${key.key}`, surface: '', kinds: ['key'] } as const;
  expect((await api.context.agents.access.principal(use)).tier).toBe('paired');

  const answer = await post(key.id, { tier: 'elevated' });

  const { key: _, ...listed } = key;
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { ...listed, tier: 'elevated', last_used_at: null },
  ]);
  expect((await api.context.agents.access.principal(use)).tier).toBe('elevated');
  const [action] = await createState(store.oltp).operatorActions.list(1);
  expect(action).toMatchObject({
    ...{ operator: 'OPERATOR_TOKEN', action: 'keys tier', details: { id: key.id, tier: 'elevated' } },
  });
});

test('nobody else does, and an unknown id or tier is refused', async () => {
  const statuses = [
    (await post('none', { tier: 'elevated' }, 'another token')).statusCode,
    (await app.inject({ method: 'POST', url: '/api/v1/operator/credentials/none/tier/', payload: {} }))
      .statusCode,
    (
      await app.inject({
        ...{ method: 'POST', url: '/api/v1/operator/credentials/none/tier/', payload: { tier: 'elevated' } },
        headers: { authorization: TWICE },
      })
    ).statusCode,
    (await post('none', { tier: 'elevated' })).statusCode,
    (await post('none', { tier: 'best' })).statusCode,
    (await post('none', { tier: 'elevated' }, TOKEN, served(undefined))).statusCode,
  ];
  expect(statuses).toEqual([401, 401, 401, 404, 400, 404]);
});
