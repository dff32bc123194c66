import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MOST_LEGS } from '../../../api/actions/launch-gate/gate.ts';
import { createState } from '../../../api/state/state.ts';
import { launchGate } from '../../../schemas/rest/launch-gate.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { appServing } from '../support/account-api.ts';

const TOKEN = 'a token of the operator';
const URL = '/api/v1/operator/launch-gate/';
const NOON = Date.parse('2026-10-01T12:00:00Z');

let store: DecisionStore;
let clock: ManualClock;
let app: FastifyInstance;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(NOON);
  app = served(TOKEN);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await store.oltp.run('DELETE FROM launch_gate_legs');
});

function served(token: string | undefined): FastifyInstance {
  const gate = { launchGate: createState(store.oltp).launchGate, clock };
  return appServing({ operator: { token, gate }, clock });
}

const post = (payload: object, bearer: string | undefined = TOKEN, over = app) =>
  over.inject({
    ...{ method: 'POST', url: URL, payload },
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
const legsNow = async () => (await createState(store.oltp).launchGate.read()).legs;

test('the operator adds, decides and removes legs, is answered the whole gate, and each is recorded', async () => {
  await post({ name: 'legal', status: 'pending', note: 'with counsel' });
  await post({ name: 'audit', status: 'passed' });
  clock.advance(400);
  const set = await post({ name: 'legal', status: 'passed' });

  expect(set.statusCode).toBe(200);
  expect(set.headers['cache-control']).toBe('no-store');
  expect(launchGate.parse(set.json())).toEqual({
    open: true,
    pending: [],
    legs: [
      { name: 'legal', status: 'passed', updated_at: '2026-10-01T12:00:00.400Z', note: '' },
      { name: 'audit', status: 'passed', updated_at: '2026-10-01T12:00:00Z', note: '' },
    ],
  });
  expect((await post({ name: 'audit', status: 'failed' })).json()).toMatchObject({
    open: false,
    pending: [],
  });
  const removed = await post({ name: 'AUDIT', remove: true, note: 'not needed' });
  expect(removed.json()).toMatchObject({ open: true, legs: [{ name: 'legal' }] });

  const actions = await createState(store.oltp).operatorActions.list(2);
  expect(actions).toMatchObject([
    {
      ...{ at: NOON + 400, operator: 'OPERATOR_TOKEN', action: 'launch-gate remove' },
      details: { name: 'AUDIT', note: 'not needed' },
    },
    { action: 'launch-gate set', details: { name: 'audit', status: 'failed', note: '' } },
  ]);
});

test.each([
  ['a body that is no object', [], 'The request body'],
  ['no name', { status: 'passed' }, 'name'],
  ['an empty name', { name: '', status: 'passed' }, 'name'],
  ['a name of 65 characters', { name: 'x'.repeat(65), status: 'passed' }, 'name'],
  ['a name of several lines', { name: 'a\nb', status: 'passed' }, 'name'],
  ['a name that turns the direction of writing', { name: 'a\u202eb', status: 'passed' }, 'name'],
  ['a name with half a character', { name: 'a\ud800', status: 'passed' }, 'name'],
  ['a name that is no text', { name: 7, status: 'passed' }, 'name'],
  ['an unknown status', { name: 'legal', status: 'maybe' }, 'status'],
  ['a status in capitals', { name: 'legal', status: 'PASSED' }, 'status'],
  ['neither status nor removal', { name: 'legal' }, 'status'],
  ['both of them', { name: 'legal', status: 'passed', remove: true }, 'status'],
  ['a removal that is none', { name: 'legal', remove: false }, 'remove'],
  ['a note of 501 characters', { name: 'legal', status: 'passed', note: 'x'.repeat(501) }, 'note'],
  ['a note of several lines', { name: 'legal', status: 'passed', note: 'a\nb' }, 'note'],
  ['an unknown member', { name: 'legal', status: 'passed', until: 'tomorrow' }, 'until'],
])('%s is refused by name, and nothing is set', async (_, body, named) => {
  const answer = await post(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail).toMatch(new RegExp(`^${named} must be `));
  expect(await legsNow()).toEqual([]);
});

test('a leg that is not there cannot be removed, and a gate that is full takes no other', async () => {
  expect((await post({ name: 'legal', remove: true })).statusCode).toBe(404);

  for (let index = 0; index < MOST_LEGS; index++) await post({ name: `leg ${index}`, status: 'pending' });
  const full = await post({ name: 'one more', status: 'pending' });
  expect([full.statusCode, full.json()]).toEqual([
    409,
    {
      detail: `The launch gate already has ${MOST_LEGS} legs, which is the maximum. Remove some first.`,
      code: 'launch_gate_full',
    },
  ]);
  expect((await post({ name: 'leg 0', status: 'passed' })).statusCode).toBe(200);
});

test('nobody else sets anything, and without a token of the operator there is no such path', async () => {
  const leg = { name: 'legal', status: 'passed' };
  const wrong = await post(leg, 'another token');
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect((await app.inject({ method: 'POST', url: URL, payload: leg })).statusCode).toBe(401);
  expect((await post(leg, TOKEN, served(undefined))).statusCode).toBe(404);
  expect((await app.inject({ method: 'GET', url: URL })).statusCode).toBe(405);
  expect(await legsNow()).toEqual([]);
});
