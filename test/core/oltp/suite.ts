import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { failureSuite } from './suite/failures.ts';
import { migrationSuite } from './suite/migrations.ts';
import { transactionSuite } from './suite/transactions.ts';
import type { OltpUnderTest, OpenOltp } from './suite/under-test.ts';
import { valueSuite } from './suite/values.ts';

/** What every backing of the port must do. */
export function oltpSuite(open: OpenOltp): void {
  describe('the store of decisions', () => {
    let held: OltpUnderTest | undefined;
    beforeAll(async () => {
      held = await open();
    });
    afterAll(async () => {
      await held?.dispose();
    });
    const oltp = () => {
      if (!held) throw new Error('the store under test is not open');
      return held.oltp;
    };

    valueSuite(oltp);
    transactionSuite(oltp);
    failureSuite(oltp);
    migrationSuite(oltp);

    test('counts what writes, where no other process can', async () => {
      const store = oltp();
      const counted = async (work: () => Promise<unknown>): Promise<number | undefined> => {
        const before = store.writes();
        await work();
        const after = store.writes();
        return before === undefined || after === undefined ? undefined : after - before;
      };
      const one = store.kind === 'embedded' ? 1 : undefined;
      const none = store.kind === 'embedded' ? 0 : undefined;
      await store.script('CREATE TABLE written (id integer)');
      expect(await counted(() => store.run('INSERT INTO written VALUES (1)'))).toBe(one);
      expect(await counted(() => store.query('SELECT id FROM written FOR UPDATE', [], z.unknown()))).toBe(
        none,
      );
      expect(await counted(() => store.run('UPDATE written SET id = 2 WHERE id = 7'))).toBe(none);
      const update = 'UPDATE written SET id = 2 RETURNING id';
      expect(await counted(() => store.query(update, [], z.unknown()))).toBe(one);
      const within = () => store.transaction((queries) => queries.run('DELETE FROM written'));
      expect(await counted(within)).toBe(one);
      await store.script('DROP TABLE written');
    });

    test('names what it reaches, without credentials', () => {
      expect(oltp().describe()).toMatch(/PGlite in \S+|PostgreSQL at 127\.0\.0\.1:\d+, database \w+/);
      expect(oltp().describe()).not.toContain('@');
    });
  });
}
