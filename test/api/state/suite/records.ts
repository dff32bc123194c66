import { describe, expect, test } from 'vitest';
import { fresh, type GetState } from './under-test.ts';

export function recordSuite(state: GetState): void {
  describe('settlements that match nothing', () => {
    test('are kept once each, newest first', async () => {
      const { unmatchedSettlements } = state();
      const signature = fresh('signature');
      const first = {
        ...{ signature, ordinal: 0, slot: 2n ** 63n, destination: 'd', mint: 'm', amount: 5n, foundAt: 7 },
        ...{ memo: undefined, requestId: undefined, reason: 'no memo' },
      };
      const second = { ...first, ordinal: 1, slot: 2n ** 63n + 1n, memo: 'launchlens:payout:9' };
      expect(await unmatchedSettlements.save(first)).toBe(true);
      expect(await unmatchedSettlements.save(second)).toBe(true);
      expect(await unmatchedSettlements.save({ ...first, reason: 'again' })).toBe(false);
      expect(await unmatchedSettlements.list(2)).toEqual([second, first]);
      expect(await unmatchedSettlements.count()).toBe(2);
    });
  });

  describe('what operators did', () => {
    test('is recorded and listed newest first', async () => {
      const { operatorActions } = state();
      const first = { at: 1, operator: 'ada', action: 'rewards hold', details: { record_id: '17', n: 1 } };
      const second = { at: 2, operator: 'bob', action: 'rewards release', details: {} };
      await operatorActions.record(first);
      await operatorActions.record(second);
      expect(await operatorActions.list(2)).toEqual([
        expect.objectContaining(second),
        expect.objectContaining(first),
      ]);
    });
  });
}
