import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measured } from '../../../../api/actions/measures.ts';
import { signatureHeader, webhookSecret } from '../../../../api/actions/webhooks/context.ts';
import {
  type DeliveryContext,
  MOST_ATTEMPTS,
  WEBHOOK_MEASURES,
} from '../../../../api/actions/webhooks/deliver.ts';
import type { Message, SendOutcome } from '../../../../api/actions/webhooks/send.ts';
import { runDeliveries } from '../../../../api/actions/webhooks/worker.ts';
import { emitEvent } from '../../../../api/state/outbox/emit.ts';
import { createWebhookLeases, MOST_DEAD_IN_A_ROW } from '../../../../api/state/webhooks/leases.ts';
import { createWebhooks } from '../../../../api/state/webhooks/webhooks.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { type DecisionStore, embeddedDecisions } from '../../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../../support/manual-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

const NOW = Date.parse('2026-10-01T12:00:00.000Z');
const HOUR = 3_600_000;
const key = new Uint8Array(32).fill(3);
const ALL = { limit: 200, before: undefined, status: undefined };
const fine: SendOutcome = { httpStatus: 200, failure: undefined };
const broken: SendOutcome = { httpStatus: 500, failure: 'it answered 500' };

const DISABLE = "UPDATE webhooks SET disabled_at = now(), disabled_reason = 'gone' WHERE id = $1";

let store: DecisionStore;
beforeAll(async () => {
  store = await embeddedDecisions();
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

describe('the delivery of events', () => {
  let clock: ManualClock;
  let stats: DeliveryContext['stats'];
  let sent: Message[];
  let answer: (message: Message, signal: AbortSignal) => Promise<SendOutcome>;
  beforeEach(async () => {
    await store.oltp.run('DELETE FROM webhooks');
    clock = manualClock(NOW);
    stats = measured(WEBHOOK_MEASURES);
    sent = [];
    answer = async () => fine;
  });
  const webhooks = () => createWebhooks(store.oltp);
  const registered = (url = 'https://hooks.example/') => {
    const id = randomUUID();
    return webhooks().add({
      ...{ id, owner: 'owner', url, label: 'a', events: ['credential.issued' as const] },
      createdAt: clock.now(),
    });
  };
  const emitted = (reason: string) =>
    emitEvent(store.oltp, {
      ...{ kind: 'credential.issued', owner: 'owner', at: clock.now() },
      data: { credential_id: 'c', surface: '/keys/', reason },
    });
  const deliveriesOf = ({ id }: { id: string }) => webhooks().deliveries({ id, owner: 'owner' }, ALL);
  const reasons = () => sent.map(({ body }) => JSON.parse(body).data.reason);

  /** Runs the worker until `done`, moving time on by `stepMs` whenever it sleeps. */
  const run = async (done: () => boolean | Promise<boolean>, stepMs = 1_000): Promise<void> => {
    const ending = new AbortController();
    const context: DeliveryContext = {
      ...{ leases: createWebhookLeases(store.oltp), key, stats, clock, logger: createLogger('silent') },
      send: (message, signal) => {
        sent.push(message);
        return answer(message, signal);
      },
      random: () => 0.5,
    };
    const running = runDeliveries({ context, keptDays: { delivered: 3, dead: 10 }, signal: ending.signal });
    await waitFor(
      async () => {
        if (await done()) return true;
        if (clock.sleepers > 0) clock.advance(stepMs);
        return false;
      },
      { what: 'the deliveries', everyMs: 0 },
    );
    ending.abort();
    await running;
  };

  test('posts each event once, in the order in which they came, signed with the secret of the webhook', async () => {
    const webhook = await registered();
    for (const reason of ['one', 'two', 'three']) await emitted(reason);
    await run(() => stats.delivered === 3);

    expect(reasons()).toEqual(['one', 'two', 'three']);
    const deliveries = (await deliveriesOf(webhook)).toReversed();
    for (const [at, { url, body, headers }] of sent.entries()) {
      const delivery = deliveries[at];
      const secret = webhookSecret(key, webhook.id);
      expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, httpStatus: 200, body });
      expect(url).toBe('https://hooks.example/');
      expect(headers).toEqual({
        'user-agent': 'Launchlens-Webhook/1',
        'x-launchlens-event': 'credential.issued',
        'x-launchlens-event-id': delivery?.eventId,
        'x-launchlens-signature': signatureHeader(secret, NOW / 1000, body),
      });
    }
  });

  test('tries again what fails, ever later and with the same body, and holds up nothing behind it', async () => {
    const webhook = await registered();
    await emitted('bad');
    await emitted('good');
    answer = async ({ body }) => (body.includes('bad') && sent.length < 5 ? broken : fine);
    await run(() => stats.delivered === 2);

    expect(reasons()).toEqual(['bad', 'good', 'bad', 'bad', 'bad']);
    const [first, , ...more] = sent;
    expect(new Set([first, ...more].map((each) => each?.body)).size).toBe(1);
    const signed = more.map(({ headers }) =>
      Number(/t=(\d+)/.exec(headers['x-launchlens-signature'] ?? '')?.[1]),
    );
    const waits = signed.map((at, index) => at - (signed[index - 1] ?? NOW / 1000));
    for (const [index, least] of [22, 45, 90].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least);
      expect(waits[index]).toBeLessThan(least * 1.5);
    }
    expect((await deliveriesOf(webhook)).map(({ attempts }) => attempts)).toEqual([1, 4]);
  });

  test('gives a delivery up after the last attempt, keeps it for its owner and sends it again when asked', async () => {
    const webhook = await registered();
    await emitted('bad');
    answer = async () => broken;
    await run(() => stats.givenUp === 1, 60_000);

    expect(sent).toHaveLength(MOST_ATTEMPTS);
    expect(clock.now() - NOW).toBeLessThan(6 * HOUR);
    const [dead] = await deliveriesOf(webhook);
    expect(dead).toMatchObject({ status: 'dead', httpStatus: 500, failure: 'it answered 500' });
    const id = dead?.id ?? 0n;
    expect(await webhooks().resend({ id: webhook.id, owner: 'another' }, id, clock.now())).toBeUndefined();
    answer = async () => fine;
    expect(await webhooks().resend(webhook, id, clock.now())).toMatchObject({
      status: 'pending',
      attempts: 0,
    });
    await run(() => stats.delivered === 1);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(await webhooks().resend(webhook, id, clock.now())).toBe('delivered');
  });

  test('waits as long as it is asked to, within an hour, and not at all for what is gone', async () => {
    const webhook = await registered();
    await emitted('busy');
    answer = async () => ({ ...broken, askedFor: 86_400_000 });
    await run(() => stats.failedAttempts === 1);
    expect((await deliveriesOf(webhook))[0]?.nextAt).toBe(clock.now() + HOUR);
    answer = async () => ({ httpStatus: 410, failure: 'it is gone for good', final: true });
    await run(() => stats.givenUp === 1, HOUR);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'dead', attempts: 2 }]);
    expect(await webhooks().find(webhook)).toMatchObject({
      disabledAt: expect.any(Number),
      disabledReason: 'its receiver answered 410, which ends deliveries',
    });
  });

  test('disables a webhook after too many in a row, keeps what waits, and goes on once it is turned on again', async () => {
    const webhook = await registered();
    for (let at = 0; at <= MOST_DEAD_IN_A_ROW; at += 1) await emitted(`event ${at}`);
    answer = async () => ({ ...broken, final: true });
    await run(() => stats.givenUp === MOST_DEAD_IN_A_ROW);

    expect(sent).toHaveLength(MOST_DEAD_IN_A_ROW);
    expect(await webhooks().find(webhook)).toMatchObject({
      ...{ disabledAt: clock.now(), disabledReason: '10 deliveries in a row were given up' },
      deadInARow: MOST_DEAD_IN_A_ROW,
    });
    await emitted('to nobody');
    answer = async () => fine;
    await run(() => clock.now() > NOW + HOUR, 60_000);
    expect(sent).toHaveLength(MOST_DEAD_IN_A_ROW);
    await webhooks().enable(webhook);
    await run(() => stats.delivered === 1);
    expect(reasons().at(-1)).toBe(`event ${MOST_DEAD_IN_A_ROW}`);
    expect(await webhooks().find(webhook)).toMatchObject({ disabledAt: undefined, deadInARow: 0 });
  });

  test('posts nothing more to a webhook that was deleted or disabled while it was served', async () => {
    const endings: [string, (id: string) => Promise<unknown>][] = [
      ['deleted', (id) => webhooks().remove({ id, owner: 'owner' })],
      ['disabled', (id) => store.oltp.run(DISABLE, [id])],
    ];
    for (const [reason, end] of endings) {
      const webhook = await registered(`https://${reason}.example/`);
      for (const each of ['one', 'two', 'three']) await emitted(each);
      answer = async () => {
        await end(webhook.id);
        return fine;
      };
      await run(() => stats.delivered === 1 && clock.sleepers > 0);
      expect([reason, sent.filter(({ url }) => url.includes(reason)).length]).toEqual([reason, 1]);
      await store.oltp.run('DELETE FROM webhooks');
      stats = measured(WEBHOOK_MEASURES);
    }
  });

  test('counts anew what is given up once something has arrived', async () => {
    const webhook = await registered();
    for (let at = 0; at < 2 * MOST_DEAD_IN_A_ROW; at += 1) await emitted(at % 5 === 4 ? 'good' : 'bad');
    answer = async ({ body }) => (body.includes('good') ? fine : { ...broken, final: true });
    await run(() => sent.length === 2 * MOST_DEAD_IN_A_ROW && stats.delivered === 4);
    const found = await webhooks().find(webhook);
    expect(found).toMatchObject({ disabledAt: undefined, deadInARow: 0 });
  });

  test('one webhook that does not answer holds up no other', async () => {
    await registered('https://stuck.example/');
    await registered('https://hooks.example/');
    for (const reason of ['one', 'two']) await emitted(reason);
    answer = (message, signal) =>
      message.url.includes('stuck')
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(fine);
    await run(() => stats.delivered === 2);
    expect(sent.filter(({ url }) => url.includes('stuck'))).toHaveLength(1);
  });

  test('what was under way when the process ended is sent again at once, and counts for no attempt', async () => {
    const webhook = await registered();
    await emitted('one');
    answer = (_message, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await run(() => sent.length === 1);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    answer = async () => fine;
    await run(() => stats.delivered === 1);
    expect(sent).toHaveLength(2);
  });

  test('a webhook is leased to one process, and to another once its lease has run out', async () => {
    await registered();
    await emitted('one');
    const leases = createWebhookLeases(store.oltp);
    const options = { leaseMs: 60_000, most: 50 };
    const taken = await Promise.all([1, 2, 3].map(() => leases.take({ now: NOW, ...options })));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await leases.take({ now: NOW + 59_999, ...options })).toBeUndefined();
    expect((await leases.take({ now: NOW + 60_000, ...options }))?.due).toHaveLength(1);
  });

  test('forgets what arrived and what was given up, each after its days', async () => {
    const webhook = await registered();
    await emitted('good');
    await emitted('bad');
    answer = async ({ body }) => (body.includes('good') ? fine : { ...broken, final: true });
    await run(() => stats.delivered + stats.givenUp === 2);
    const statuses = async () => (await deliveriesOf(webhook)).map(({ status }) => status).sort();
    const later = async (days: number) => {
      clock = manualClock(NOW + days * 24 * HOUR);
      await run(() => clock.sleepers > 0);
      return statuses();
    };
    expect(await later(2.9)).toEqual(['dead', 'delivered']);
    expect(await later(3.1)).toEqual(['dead']);
    expect(await later(10.1)).toEqual([]);
  });
});
