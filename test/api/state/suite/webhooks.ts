import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Credential } from '../../../../api/state/credentials/credential.ts';
import { emitEvent } from '../../../../api/state/outbox/emit.ts';
import { createWebhookLeases } from '../../../../api/state/webhooks/leases.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { deliveriesOf } from '../../../support/webhook-rows.ts';
import { newKey, print } from './credentials.ts';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00.123Z');
const DAY = 86_400_000;
const asked = { at: NOW, surface: '/keys/', reason: 'asked' };

export function webhookSuite(state: GetState, oltp: () => Oltp): void {
  const leases = () => createWebhookLeases(oltp());
  const registered = async (owner: string, credentialId?: string) => {
    const webhook = { id: randomUUID(), owner, url: 'https://a.example/', label: 'a', createdAt: NOW };
    return state().webhooks.add({ ...webhook, events: ['credential.refused'], credentialId });
  };
  const withKey = async () => {
    const owner = fresh('owner');
    const key = await state().credentials.issue(newKey(owner), asked);
    if (!key) throw new Error('no key was issued');
    return { owner, key, mine: await registered(owner), theirs: await registered(owner, key.id) };
  };
  const emitted = (owner: string, at = NOW) =>
    emitEvent(oltp(), {
      ...{ kind: 'credential.refused', owner, at },
      data: { credential_id: 'c', surface: '/', reason: 'r' },
    });
  const keptFor = async ({ id }: { id: string }) => (await deliveriesOf(oltp(), id)).length;
  const disabled = async (now: number) => (await leases().waiting(now)).disabled;
  const end: Record<string, (key: Credential) => Promise<number>> = {
    'is revoked': async ({ id }) => {
      await state().credentials.revoke({ id }, asked);
      return NOW;
    },
    expires: async ({ expiresAt }) => expiresAt,
  };

  describe('webhooks of a credential', () => {
    test.each(Object.keys(end))('get nothing more once it %s, not even what waits', async (how) => {
      const { owner, key, mine, theirs } = await withKey();
      const before = await disabled(NOW);
      await emitted(owner);
      expect(await leases().maySend(theirs.id, key.expiresAt - 1)).toBe(true);
      const now = (await end[how]?.(key)) ?? 0;

      await emitted(owner, now);
      expect([await keptFor(mine), await keptFor(theirs)]).toEqual([2, 1]);
      expect([await leases().maySend(mine.id, now), await leases().maySend(theirs.id, now)]).toEqual([
        true,
        false,
      ]);
      const taken = { now: now + DAY, leaseMs: DAY, most: 10 };
      const served = new Set<string>();
      for (let lease = await leases().take(taken); lease; lease = await leases().take(taken))
        served.add(lease.webhookId);
      expect([served.has(mine.id), served.has(theirs.id)]).toEqual([true, false]);
      if (how === 'is revoked') expect(await disabled(now)).toBe(before + 1);
      await leases().forgetUnsendable(now);
      expect([await keptFor(mine), await keptFor(theirs)]).toEqual([2, 0]);
    });

    test('move to the credential that takes its place', async () => {
      const { owner, key, theirs } = await withKey();
      const rotation = { print: print(), now: NOW, surface: '/keys/', recentSignIn: true };
      const next = await state().credentials.rotate(key, rotation);
      if (typeof next === 'string') throw new Error(next);
      expect((await state().webhooks.find(theirs))?.registrant).toMatchObject({ id: next.id });
      await emitted(owner);
      expect(await keptFor(theirs)).toBe(1);
    });

    test('are off at once where the credential was revoked while they were registered', async () => {
      const { owner, key } = await withKey();
      await state().credentials.revoke({ id: key.id }, asked);
      const late = await registered(owner, key.id);
      expect(late.registrant?.revokedAt).toBe(NOW);
      await emitted(owner);
      expect(await keptFor(late)).toBe(0);
    });

    test('are removed under its id, and under no other', async () => {
      const { owner, key, mine, theirs } = await withKey();
      expect(await state().webhooks.remove(mine, key.id)).toBe(false);
      expect(await state().webhooks.remove(theirs, fresh('another'))).toBe(false);
      expect(await state().webhooks.remove(theirs, key.id)).toBe(true);
      expect(await state().webhooks.remove(mine)).toBe(true);
      expect(await state().webhooks.list(owner)).toEqual([]);
    });
  });
}
