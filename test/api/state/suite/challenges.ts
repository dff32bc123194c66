import { describe, expect, test } from 'vitest';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00.123Z');

export function challengeSuite(state: GetState): void {
  const saved = async (expiresAt = NOW + 1000) => {
    const challenge = {
      nonce: fresh('nonce'),
      wallet: 'w',
      message: 'line\n"two"',
      issuedAt: NOW,
      expiresAt,
    };
    await state().challenges.save(challenge);
    return challenge;
  };

  describe('challenges', () => {
    test('are found as they were saved', async () => {
      const challenge = await saved();
      expect(await state().challenges.find(challenge.nonce)).toEqual(challenge);
      expect(await state().challenges.find('another')).toBeUndefined();
    });

    test('are used by one of many, and by nobody after', async () => {
      const { nonce } = await saved();
      const uses = await Promise.all(Array.from({ length: 20 }, () => state().challenges.use(nonce, NOW)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await state().challenges.use(nonce, NOW)).toBe(false);
    });

    test('are not used once they have expired, nor when they never were', async () => {
      const { nonce } = await saved();
      expect(await state().challenges.use(nonce, NOW + 1000)).toBe(false);
      expect(await state().challenges.use('another', NOW)).toBe(false);
    });

    test('go with later ones when they have expired', async () => {
      const expired = await saved(NOW - 1);
      const good = await saved();
      await saved();
      expect(await state().challenges.find(expired.nonce)).toBeUndefined();
      expect(await state().challenges.find(good.nonce)).toEqual(good);
    });
  });
}
