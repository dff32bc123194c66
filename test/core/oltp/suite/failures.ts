import { describe, expect, test } from 'vitest';
import type { GetOltp } from './under-test.ts';

export function failureSuite(oltp: GetOltp): void {
  describe('a statement that PostgreSQL refuses', () => {
    test('fails with its SQLSTATE and repeats nothing of the statement', async () => {
      const asked = oltp().run(`SELECT secret FROM nowhere WHERE name = $1`, ['hidden']);
      await expect(asked).rejects.toMatchObject({ code: 'OLTP_REJECTED', context: { sqlState: '42P01' } });
      await expect(asked).rejects.not.toThrow(/secret|hidden/);
    });

    test('leaves the store as it was', async () => {
      await oltp()
        .run('SELECT 1 / 0')
        .catch(() => undefined);
      expect(await oltp().run('SELECT 1')).toBeDefined();
    });
  });
}
