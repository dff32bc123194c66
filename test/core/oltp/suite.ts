import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

    test('names what it reaches, without credentials', () => {
      expect(oltp().describe()).toMatch(/PGlite in \S+|PostgreSQL at 127\.0\.0\.1:\d+, database \w+/);
      expect(oltp().describe()).not.toContain('@');
    });
  });
}
