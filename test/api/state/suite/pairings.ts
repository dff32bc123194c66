import { describe, expect, test } from 'vitest';
import { sha256 } from './sha256.ts';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00.123Z');
const EXPIRY = NOW + 600_000;

export function pairingSuite(state: GetState): void {
  /** An open pairing, and the hash by which its agent polls. */
  async function started() {
    const id = fresh('pairing');
    const deviceHash = sha256(`device of ${id}`);
    const pairing = { id, clientName: 'A bot', scopes: ['read', 'trade'], intervalSeconds: 5 } as const;
    const times = { createdAt: NOW, expiresAt: EXPIRY, tokenExpiresAt: NOW + 86_400_000 };
    const made = { ...pairing, ...times, deviceHash, userCodeHash: sha256(`code of ${id}`) };
    expect(await state().pairings.start(made)).toBe(true);
    return { id, deviceHash };
  }
  const decide = async (id: string, now: number, outcome: 'approved' | 'denied' = 'approved') =>
    (await state().pairings.decide(id, { outcome, owner: 'an owner', now }))?.status;
  const poll = (deviceHash: string, now: number) => {
    const print = { hash: sha256(fresh('token')), prefix: 'llp_', last4: 'oken' };
    return state().pairings.poll({ deviceHash, print, now, surface: '/pair/poll/' });
  };

  describe('pairings', () => {
    test('are decided until the millisecond in which they expire, and not in it', async () => {
      const [inTime, late] = [await started(), await started()];
      expect(await decide(inTime.id, EXPIRY - 1)).toBe('approved');
      for (const outcome of ['approved', 'denied'] as const) {
        expect(await decide(late.id, EXPIRY, outcome)).toBe('pending');
      }
    });

    test('bring their token until they expire, and not then', async () => {
      const [inTime, late] = [await started(), await started()];
      for (const { id } of [inTime, late]) await decide(id, NOW);
      expect((await poll(inTime.deviceHash, EXPIRY - 1)).status).toBe('approved');
      expect((await poll(late.deviceHash, EXPIRY)).status).toBe('expired');
    });

    test('stay as they were decided first', async () => {
      const { id } = await started();
      expect(await decide(id, NOW, 'denied')).toBe('denied');
      expect(await decide(id, NOW + 1)).toBe('denied');
    });
  });
}
