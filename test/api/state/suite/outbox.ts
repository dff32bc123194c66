import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emitEvent, MOST_WAITING, type OutboxEvent } from '../../../../api/state/outbox/emit.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { type WebhookEventKind, webhookEvent } from '../../../../schemas/webhooks/event.ts';
import { deliveriesOf, insertWebhook } from '../../../support/webhook-rows.ts';
import { newKey } from './credentials.ts';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00.123Z');
const droppedRow = z.object({ dropped: z.string() });

export function outboxSuite(state: GetState, oltp: () => Oltp): void {
  const webhook = (owner: string, events: readonly WebhookEventKind[]) =>
    insertWebhook(oltp(), owner, events);
  const deliveries = (id: string) => deliveriesOf(oltp(), id);
  const settled: OutboxEvent<'launch.settled'> = {
    kind: 'launch.settled',
    at: NOW,
    slot: 7n,
    data: {
      ...{ launch_id: '7', address: '1'.repeat(32), phase: 'failed', outcome: 'failed' },
      ...{ total_pledged: '5', token_allocation: '9' },
    },
  };

  describe('the outbox', () => {
    test('keeps an event of an owner for the webhooks of that owner that want it', async () => {
      const owner = fresh('owner');
      const wanting = await webhook(owner, ['credential.issued']);
      const others = [
        await webhook(owner, ['credential.revoked']),
        await webhook(fresh('owner'), ['credential.issued']),
      ];
      const occasion = { at: NOW, surface: '/keys/', reason: 'asked' };
      const issued = await state().credentials.issue(newKey(owner), occasion);

      const [delivery, ...more] = await deliveries(wanting);
      expect(more).toEqual([]);
      expect(webhookEvent.parse(JSON.parse(delivery?.body ?? ''))).toEqual({
        ...{ id: delivery?.event_id, type: 'credential.issued', at: '2026-10-01T12:00:00.123Z', slot: null },
        data: { credential_id: issued?.id, surface: '/keys/', reason: 'asked' },
      });
      for (const other of others) expect(await deliveries(other)).toEqual([]);
    });

    test('keeps what is everybody’s for every webhook that wants it, under one id', async () => {
      const first = await webhook(fresh('owner'), ['launch.settled']);
      const second = await webhook(fresh('owner'), ['launch.phase_changed', 'launch.settled']);
      await oltp().transaction((queries) => emitEvent(queries, settled));

      const [a, b] = [await deliveries(first), await deliveries(second)];
      expect(a).toHaveLength(1);
      expect(b).toEqual(a);
      expect(webhookEvent.parse(JSON.parse(a[0]?.body ?? ''))).toMatchObject({ slot: 7, data: settled.data });
    });

    test('keeps every step of a payout for whoever asked for it, once', async () => {
      const owner = fresh('owner');
      const wanting = await webhook(owner, ['payout.requested', 'payout.settled', 'payout.failed']);
      const { payouts } = state();
      const asked = (recordId: bigint) => ({
        ...{ wallet: fresh('agent'), program: 'clone', payoutMint: 'mint', requestedBy: owner, now: NOW },
        ...{ idempotencyKey: fresh('key'), records: [{ recordId, amount: 2n ** 64n - 1n }] },
      });
      const [paid, bounced] = [asked(900_001n), asked(900_002n)] as Parameters<typeof payouts.open>[0][];
      const id = paid && (await payouts.open(paid))?.id;
      const other = bounced && (await payouts.open(bounced))?.id;
      if (!paid || !bounced || id === undefined || other === undefined) throw new Error('no request');
      await payouts.open(paid);
      const payment = { txSignature: 'sig', slot: 9n, now: NOW + 1 };
      for (let times = 0; times < 2; times += 1) await payouts.settle(id, payment);
      for (let times = 0; times < 2; times += 1)
        await payouts.fail(other, { reason: 'bounced', now: NOW + 2 });
      await payouts.fail(id, { reason: 'too late', now: NOW + 3 });

      const told = (await deliveries(wanting)).map(({ body }) => webhookEvent.parse(JSON.parse(body)));
      const about = (request: bigint, wallet: string) => ({
        ...{ request_id: request.toString(), wallet, program: 'clone', payout_mint: 'mint' },
        ...{ reward_amount: (2n ** 64n - 1n).toString(), earning_count: 1 },
      });
      const nothing = { tx_signature: null, reason: null };
      expect(told.map(({ type, slot, data }) => ({ type, slot, data }))).toEqual([
        ...[[id, paid.wallet] as const, [other, bounced.wallet] as const].map(([request, wallet]) => ({
          ...{ type: 'payout.requested', slot: null },
          data: { ...about(request, wallet), ...nothing, status: 'requested' },
        })),
        {
          ...{ type: 'payout.settled', slot: 9 },
          data: { ...about(id, paid.wallet), ...nothing, status: 'settled', tx_signature: 'sig' },
        },
        {
          ...{ type: 'payout.failed', slot: null },
          data: { ...about(other, bounced.wallet), ...nothing, status: 'failed', reason: 'bounced' },
        },
      ]);
    });

    test('keeps nothing of a transaction that is given up', async () => {
      const id = await webhook(fresh('owner'), ['launch.settled']);
      const work = oltp().transaction(async (queries) => {
        await emitEvent(queries, settled);
        throw new Error('given up');
      });
      await expect(work).rejects.toThrow('given up');
      expect(await deliveries(id)).toEqual([]);
    });

    test('counts what is beyond the most that may wait, and keeps nothing of it', async () => {
      const id = await webhook(fresh('owner'), ['launch.settled']);
      await oltp().run(
        `INSERT INTO webhook_deliveries (webhook_id, event_id, kind, body, created_at, next_at)
          SELECT $1, n::text, 'launch.settled', '{}', now(), now() FROM generate_series(2, $2::integer) AS n`,
        [id, MOST_WAITING],
      );
      for (let times = 0; times < 3; times += 1) await emitEvent(oltp(), settled);
      expect(await deliveries(id)).toHaveLength(MOST_WAITING);
      expect(await oltp().query('SELECT dropped FROM webhooks WHERE id = $1', [id], droppedRow)).toEqual([
        { dropped: '2' },
      ]);
    });
  });
}
