import { describe, expect, test } from 'vitest';
import { takeSettlementTurn } from '../../../api/state/settlement-turn.ts';
import { embeddedDecisions, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';

describe('a turn at settling', () => {
  test.skipIf(postgresIsMissing)(`is one process's at a time over ${POSTGRES_SUITE_NAME}`, async () => {
    await using decisions = await serverDecisions();
    const other = await decisions.another();
    let worked = 0;
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = takeSettlementTurn(decisions.oltp, async () => {
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const work = async () => {
      worked += 1;
    };
    // Given a process that is at it, another one leaves it alone
    expect(await takeSettlementTurn(other, work)).toBe(false);
    expect(worked).toBe(0);
    held.resolve();
    expect(await first).toBe(true);
    // Then it may; what fails gives the turn back too
    await expect(takeSettlementTurn(other, () => Promise.reject(new Error('failed')))).rejects.toThrow();
    expect(await takeSettlementTurn(decisions.oltp, work)).toBe(true);
    expect(worked).toBe(1);
  });

  test('needs nobody else where the store is embedded', async () => {
    await using decisions = await embeddedDecisions();
    let worked = 0;
    const turn = () =>
      takeSettlementTurn(decisions.oltp, async () => {
        worked += 1;
      });
    expect(await turn()).toBe(true);
    expect(await turn()).toBe(true);
    expect(worked).toBe(2);
  });
});
