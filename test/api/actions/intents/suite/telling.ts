import { describe, expect, test } from 'vitest';
import { webhookEvent } from '../../../../../schemas/webhooks/event.ts';
import { deliveriesOf, insertWebhook } from '../../../../support/webhook-rows.ts';
import { ask, type IntentsUnderTest, planned } from './under-test.ts';

export function tellingSuite(under: () => IntentsUnderTest): void {
  const told = async (webhook: string) =>
    (await deliveriesOf(under().oltp, webhook)).map(({ body }) => webhookEvent.parse(JSON.parse(body)));

  describe('webhooks of the owner', () => {
    test('are told of every step of an intent, once, with the step before it', async () => {
      const { oltp, context, clock } = under();
      const agent = await under().agent();
      const stranger = await under().agent();
      const events = ['intent.proposed', 'intent.submitted', 'intent.confirmed'] as const;
      const webhook = await insertWebhook(oltp, agent.owner, events);
      const foreign = await insertWebhook(oltp, stranger.owner, events);
      const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const id = intent?.id ?? '';
      const step = { at: clock.now(), movedBy: 'owner' } as const;
      const submission = {
        signature: 'signed',
        signedTransaction: Buffer.from('it'),
        lastValidBlockHeight: 9n,
      };
      await context.intents.moves.submit(id, submission, step);
      await context.intents.moves.confirm(id, 42n, step);
      await context.intents.moves.confirm(id, 42n, step);

      const { credentialId } = agent;
      const about = {
        intent_id: id,
        credential_id: credentialId,
        tool: 'send_token_social',
        summary: 'Send 10.',
      };
      const proposed = { ...about, status: 'proposed', previous_status: null, signature: null };
      const submitted = { ...about, status: 'submitted', previous_status: 'proposed', signature: 'signed' };
      const confirmed = { ...submitted, status: 'confirmed', previous_status: 'submitted' };
      expect((await told(webhook)).map(({ type, slot, data }) => ({ type, slot, data }))).toEqual([
        { type: 'intent.proposed', slot: null, data: proposed },
        { type: 'intent.submitted', slot: null, data: submitted },
        { type: 'intent.confirmed', slot: 42, data: confirmed },
      ]);
      expect(await told(foreign)).toEqual([]);
    });

    test('are told of both steps of an intent that the permission mode approves at once', async () => {
      const agent = await under().agent();
      await under().set(agent.owner, { mode: 'delegate' });
      const webhook = await insertWebhook(under().oltp, agent.owner, ['intent.proposed', 'intent.approved']);
      await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
      const steps = (await told(webhook)).map(({ type, data }) => [
        type,
        'previous_status' in data && data.previous_status,
      ]);
      expect(steps).toEqual([
        ['intent.proposed', null],
        ['intent.approved', 'proposed'],
      ]);
    });
  });
}
