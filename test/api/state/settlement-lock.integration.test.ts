import { describe, expect, test } from 'vitest';
import { withSettlementLock } from '../../../api/state/settlement-lock.ts';
import { embeddedDecisions, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';

describe('settling', () => {
  test.skipIf(postgresIsMissing)(`is done by one process at a time over ${POSTGRES_SUITE_NAME}`, async () => {
    await using decisions = await serverDecisions();
    const other = await decisions.another();
    let worked = 0;
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = withSettlementLock(decisions.oltp, async () => {
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const work = async () => {
      worked += 1;
    };
    // Given a process that is at it, another one leaves it alone
    expect(await withSettlementLock(other, work)).toBe(false);
    expect(worked).toBe(0);
    held.resolve();
    expect(await first).toBe(true);
    // Then it may; what fails releases the lock too
    await expect(withSettlementLock(other, () => Promise.reject(new Error('failed')))).rejects.toThrow();
    expect(await withSettlementLock(decisions.oltp, work)).toBe(true);
    expect(worked).toBe(1);
  });

  test('needs no lock where the store is embedded', async () => {
    await using decisions = await embeddedDecisions();
    let worked = 0;
    const settle = () =>
      withSettlementLock(decisions.oltp, async () => {
        worked += 1;
      });
    expect(await settle()).toBe(true);
    expect(await settle()).toBe(true);
    expect(worked).toBe(2);
  });
});
