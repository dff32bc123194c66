import { describe, expect, test } from 'vitest';
import { serverKey } from '../../../../api/state/server-keys.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';

export function serverKeySuite(oltp: () => Oltp): void {
  describe('keys of the service', () => {
    test('are made once, whoever asks first, and are one for each purpose', async () => {
      const asked = Array.from({ length: 20 }, () => serverKey(oltp(), 'sessions', 1));
      const keys = await Promise.all(asked);
      expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
      expect(keys[0]).toHaveLength(32);
      expect(await serverKey(oltp(), 'user-codes', 1)).not.toEqual(keys[0]);
    });
  });
}
