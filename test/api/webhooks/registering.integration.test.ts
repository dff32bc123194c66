import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhooksContext } from '../../../api/actions/webhooks/context.ts';
import { isPublicAddress } from '../../../api/actions/webhooks/destination.ts';
import { callTool } from '../../../api/mcp/catalogue/call.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import type { Credential } from '../../../api/state/credentials/credential.ts';
import { emitEvent } from '../../../api/state/outbox/emit.ts';
import { createWebhookLeases } from '../../../api/state/webhooks/leases.ts';
import { MOST_WEBHOOKS } from '../../../api/state/webhooks/webhooks.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { Scope } from '../../../core/rules/scopes.ts';
import { webhookEvent } from '../../../schemas/webhooks/event.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { deliveriesOf } from '../../support/webhook-rows.ts';
import { principalOf } from '../mcp/support/agents.ts';
import { NO_CONTEXT } from '../mcp/support/surface-under-test.ts';
import { newKey } from '../state/suite/credentials.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const logger = createLogger('silent');
const ASKED = { url: 'https://hooks.example/in', label: 'Launch room', events: ['launch.settled'] };
const DAY_MS = 86_400_000;
const SECRET = /^whsec_[\w-]{43}$/;

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
let owner: TestWallet;
let agent: Credential;
let owners = 0;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  api = await openAgentApi(store.oltp, clock);
  // The names of these tests are looked up nowhere.
  const webhooks = api.context.agentRecords.webhooks as { rules: WebhooksContext['rules'] };
  webhooks.rules = {
    resolve: async (host) => (host === 'hooks.example' ? ['8.8.8.8'] : ['8.8.8.8', '10.0.0.1']),
    allowed: isPublicAddress,
  };
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owners += 1;
  owner = testWallet(`owner of webhooks ${owners}`);
  clock.advance(3_600_000);
  agent = await keyOf(owner);
});

/** A key of an owner, good for a day. */
const keyOf = async (by: TestWallet, scopes: Scope[] = ['read', 'manage']): Promise<Credential> => {
  const now = clock.now();
  const terms = newKey(by.address, {
    label: 'Desk bot',
    scopes,
    expiresAt: now + DAY_MS,
  });
  const key = await api.context.keys.credentials.issue(terms, { at: now, surface: '/', reason: 'asked' });
  if (!key) throw new Error('no key was issued');
  return key;
};
const call = async (
  name: string,
  raw: unknown,
  by?: TestWallet,
  as?: Credential,
  scopes: Scope[] = ['read', 'manage'],
) => {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const { control, agentRecords } = api.context;
  const { id: credentialId, owner: of } = as ?? (by ? await keyOf(by) : agent);
  const caller = principalOf({ credentialId, owner: parsePubkey(of), scopes });
  const services = { context: { ...NO_CONTEXT, control, agentRecords }, logger };
  return (await callTool({ tool, raw, caller }, services)).structuredContent as Record<string, unknown>;
};
const rest = (method: 'GET' | 'POST', path: string, body?: unknown, by = owner) =>
  api.asOwner(by.address, method, path, body);

test('the owner edits a webhook, rotates its secret and has a test sent to it, and nobody else does', async () => {
  const { id, secret } = (await rest('POST', '/webhooks/', ASKED)).json;
  const edited = await rest('POST', `/webhooks/${id}/`, { label: 'Other', events: ['wallet.killed'] });
  expect(edited.json).toMatchObject({ id, url: ASKED.url, label: 'Other', events: ['wallet.killed'] });
  expect((await rest('POST', `/webhooks/${id}/`, { url: 'https://inside.example/' })).status).toBe(400);
  const rotated = await rest('POST', `/webhooks/${id}/rotate-secret/`);
  expect(rotated.json.secret).toMatch(SECRET);
  expect(rotated.json.secret).not.toBe(secret);
  const sent = await rest('POST', `/webhooks/${id}/test/`);
  expect(sent.json).toMatchObject({ kind: 'webhook.test', status: 'pending' });
  webhookEvent.parse(JSON.parse(sent.json.body));
  const leases = createWebhookLeases(store.oltp);
  const lease = await leases.take({ now: clock.now(), leaseMs: DAY_MS, most: 10 });
  expect(lease).toMatchObject({ webhookId: id, secretVersion: 1, due: [{ kind: 'webhook.test' }] });
  const other = testWallet('another owner of webhooks');
  for (const path of ['', 'rotate-secret/', 'test/'])
    expect((await rest('POST', `/webhooks/${id}/${path}`, {}, other)).status).toBe(404);
});

test('owners hear of pauses, kills and requests, with the credential behind each', async () => {
  const events = ['wallet.paused', 'wallet.killed', 'request.made'] as const;
  const { id } = (await rest('POST', '/webhooks/', { ...ASKED, events })).json;
  await call('pause_wallet', {});
  await call('kill_wallet', {});
  await call('resume_wallet', {}, undefined, await keyOf(owner, ['wallet_admin', 'read']), [
    'wallet_admin',
    'read',
  ]);
  const told = (await deliveriesOf(store.oltp, id)).map(({ body }) => webhookEvent.parse(JSON.parse(body)));
  expect(told.map(({ type }) => type)).toEqual(events);
  expect(told.slice(0, 2).map(({ data }) => data)).toEqual([
    { credential_id: agent.id },
    { credential_id: agent.id },
  ]);
  expect(told[2]?.data).toMatchObject({ kind: 'switch', credential_id: expect.any(String) });
});

describe('webhooks, registered by owners and by their agents', () => {
  test('are listed alike over REST and by the tool, and show their secret once', async () => {
    const mine = (await rest('POST', '/webhooks/', ASKED)).json;
    clock.advance(1_000);
    const { secret, ...registered } = await call('register_webhook', ASKED);

    expect(mine).toMatchObject({ ...ASKED, secret: expect.stringMatching(SECRET), disabled_at: null });
    expect(secret).toMatch(SECRET);
    expect(secret).not.toBe(mine.secret);
    const listed = await rest('GET', '/webhooks/');
    expect(listed.json.results).toMatchObject([
      { id: mine.id, registrant: null },
      { id: registered.id, registrant: { credential_id: agent.id, label: 'Desk bot', ended_at: null } },
    ]);
    expect(listed.text).not.toContain('whsec_');
  });

  test('show their whole URL to the signed-in owner, and to agents no more than its host', async () => {
    await rest('POST', '/webhooks/', { ...ASKED, url: 'https://hooks.example:8443/in?token=mine' });
    clock.advance(1);
    const { url } = await call('register_webhook', ASKED);
    const { results } = (await rest('GET', '/webhooks/')).json;
    expect(results).toMatchObject([{ url: 'https://hooks.example:8443/in?token=mine' }, { url: ASKED.url }]);
    const shortened = [{ url: 'https://hooks.example:8443' }, { url: 'https://hooks.example' }];
    expect((await call('list_webhooks', {})).results).toEqual(
      results.map((each: object, at: number) => ({ ...each, ...shortened[at] })),
    );
    expect(url).toBe('https://hooks.example');
  });

  test('are nobody else’s, under whatever id they are named', async () => {
    const { id } = (await rest('POST', '/webhooks/', ASKED)).json;
    const stranger = testWallet('a stranger to webhooks');
    expect((await rest('GET', '/webhooks/', undefined, stranger)).json).toEqual({ results: [] });
    for (const path of [`${id}/delete/`, `${id}/enable/`, 'none/delete/', `${id}/deliveries/1/resend/`]) {
      expect((await rest('POST', `/webhooks/${path}`, {}, stranger)).status).toBe(404);
    }
    expect((await rest('GET', `/webhooks/${id}/deliveries/`, undefined, stranger)).status).toBe(404);
    expect(await call('delete_webhook', { webhook_id: id }, stranger)).toMatchObject({
      code: 'webhook_unknown',
    });
    expect((await rest('GET', '/webhooks/')).json.results).toHaveLength(1);
  });

  test('are deleted by the agent that registered them or by the owner, and by no other agent', async () => {
    const mine = (await rest('POST', '/webhooks/', ASKED)).json;
    const theirs = await call('register_webhook', ASKED);
    expect(await call('delete_webhook', { webhook_id: mine.id })).toMatchObject({
      code: 'webhook_of_another',
    });
    expect(await call('delete_webhook', { webhook_id: theirs.id }, owner)).toMatchObject({
      code: 'webhook_of_another',
    });
    expect((await rest('GET', '/webhooks/')).json.results).toHaveLength(2);
    expect(await call('delete_webhook', { webhook_id: theirs.id })).toMatchObject({ deleted: true });
    expect((await rest('POST', `/webhooks/${mine.id}/delete/`)).status).toBe(200);
  });

  test('end with the credential that registered them, and stay for the owner to delete', async () => {
    const { id } = await call('register_webhook', { ...ASKED, events: ['credential.revoked'] });
    expect((await rest('POST', `/keys/${agent.id}/revoke/`)).status).toBe(200);
    const [listed] = (await rest('GET', '/webhooks/')).json.results;
    expect(listed).toMatchObject({
      ...{ id, disabled_at: new Date(clock.now()).toISOString().replace('.000', '') },
      disabled_reason: 'the credential that registered it was revoked',
    });
    expect((await rest('GET', `/webhooks/${id}/deliveries/`)).json.results).toEqual([]);
    const refused = await rest('POST', `/webhooks/${id}/enable/`);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain('was revoked');
    expect((await rest('POST', `/webhooks/${id}/delete/`)).status).toBe(200);
  });

  test('end when the credential that registered them expires, to the millisecond', async () => {
    await call('register_webhook', ASKED);
    const listed = async () => (await rest('GET', '/webhooks/')).json.results[0];
    clock.advance(DAY_MS - 1);
    expect(await listed()).toMatchObject({ disabled_at: null });
    clock.advance(1);
    expect(await listed()).toMatchObject({
      disabled_reason: 'the credential that registered it has expired',
    });
  });

  test('move to the credential that takes the place of theirs, which may delete them', async () => {
    const { id } = await call('register_webhook', ASKED);
    const rotated = await rest('POST', `/keys/${agent.id}/rotate/`);
    expect(rotated.status).toBe(200);
    expect((await rest('GET', '/webhooks/')).json.results).toMatchObject([
      { id, disabled_at: null, registrant: { credential_id: rotated.json.id, label: 'Desk bot' } },
    ]);
    const next = await api.context.keys.credentials.byId(rotated.json.id);
    expect(await call('delete_webhook', { webhook_id: id }, owner, next)).toMatchObject({ deleted: true });
  });

  test('are gone once deleted, with what waited for them', async () => {
    const { id } = await call('register_webhook', ASKED);
    expect(await call('delete_webhook', { webhook_id: id })).toEqual({ id, deleted: true });
    expect(await call('delete_webhook', { webhook_id: id })).toMatchObject({ code: 'webhook_unknown' });
    expect((await rest('POST', `/webhooks/${id}/delete/`)).status).toBe(404);
    expect(await call('list_webhooks', {})).toEqual({ results: [] });
  });

  test('show what was kept for them, page by page, and send again only what was given up', async () => {
    const { id } = (await rest('POST', '/webhooks/', { ...ASKED, events: ['credential.revoked'] })).json;
    for (const reason of ['one', 'two', 'three']) {
      const data = { credential_id: 'c', surface: '/', reason };
      const event = { kind: 'credential.revoked', owner: owner.address, at: clock.now(), data } as const;
      await emitEvent(store.oltp, event);
    }
    const page = (query: string) => rest('GET', `/webhooks/${id}/deliveries/${query}`);
    const first = (await page('?limit=2')).json;
    expect(first.has_more).toBe(true);
    const next = (await page(`?limit=2&before=${first.results[1].id}`)).json;
    const all = [...first.results, ...next.results];
    expect(all.map(({ body }: { body: string }) => JSON.parse(body).data.reason)).toEqual([
      'three',
      'two',
      'one',
    ]);
    expect(all[0]).toMatchObject({ status: 'pending', attempts: 0, closed_at: null, failure: null });
    expect((await page('?status=dead')).json.results).toEqual([]);
    expect((await page('?status=lost')).status).toBe(400);
    const resend = (delivery: string) => rest('POST', `/webhooks/${id}/deliveries/${delivery}/resend/`);
    expect((await resend(all[0].id)).status).toBe(409);
    expect((await resend('999999')).status).toBe(404);
    await store.oltp.run(
      "UPDATE webhook_deliveries SET status = 'dead', closed_at = now(), attempts = 10 WHERE id = $1",
      [all[0].id],
    );
    expect((await resend(all[0].id)).json).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test(`are ${MOST_WEBHOOKS} for each owner at most, however many register at once`, async () => {
    const asked = Array.from({ length: MOST_WEBHOOKS + 5 }, () => call('register_webhook', ASKED));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ code }) => code === 'webhooks_full')).toHaveLength(5);
    expect((await rest('POST', '/webhooks/', ASKED)).status).toBe(409);
  });

  test.for([
    [{ url: 'http://hooks.example/' }, 'webhook_url_forbidden'],
    [{ url: 'https://127.0.0.1/' }, 'webhook_url_forbidden'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'webhook_url_forbidden'],
    [{ url: 'https://intranet.example/' }, 'webhook_url_forbidden'],
    [{ url: '' }, 'parameter_malformed'],
    [{ url: 7 }, 'parameter_malformed'],
    [{ events: [] }, 'parameter_malformed'],
    [{ events: ['launch.settled', 'launch.settled'] }, 'parameter_malformed'],
    [{ events: ['launch.everything'] }, 'parameter_malformed'],
    [{ label: 'a\nb' }, 'parameter_malformed'],
    [{ secret: 'mine' }, 'tool_argument_unknown'],
  ] as const)('are not registered with %o', async ([wrong, code]) => {
    expect(await call('register_webhook', { ...ASKED, ...wrong })).toMatchObject({ code });
    if (code !== 'tool_argument_unknown') {
      expect((await rest('POST', '/webhooks/', { ...ASKED, ...wrong })).status).toBe(400);
    }
    expect(await call('list_webhooks', {})).toEqual({ results: [] });
  });

  test('are registered and deleted by no agent while the wallet is killed, and read all the same', async () => {
    const { id } = await call('register_webhook', ASKED);
    await store.oltp.run(
      "INSERT INTO wallet_controls (owner, switch_state, updated_at) VALUES ($1, 'killed', now())",
      [owner.address],
    );
    for (const [name, raw] of [
      ['register_webhook', ASKED],
      ['delete_webhook', { webhook_id: id }],
    ] as const) {
      expect(await call(name, raw)).toMatchObject({ code: 'wallet_killed' });
    }
    expect((await call('list_webhooks', {})).results).toHaveLength(1);
  });

  test('ask for a signed-in owner', async () => {
    for (const path of ['/webhooks/', '/webhooks/x/deliveries/']) {
      expect((await api.request('GET', path)).status).toBe(401);
    }
    expect((await api.post('/webhooks/', ASKED)).status).toBe(401);
  });
});
