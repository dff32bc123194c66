import { describe, expect, test } from 'vitest';
import { createCallDecisions } from '../../../../api/state/control/call-decisions.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { fresh } from './under-test.ts';

const DAY_MS = 86_400_000;
const ALL = { limit: 200, before: undefined };

export function callDecisionSuite(oltp: () => Oltp): void {
  const decisions = () => createCallDecisions(oltp());
  const decided = (owner: string, daysAgo: number) =>
    decisions().record({
      ...{ owner, credentialId: 'c', tool: `of_${daysAgo}_days_ago`, refusal: undefined },
      at: Date.now() - daysAgo * DAY_MS,
    });
  const toolsOf = async (owner: string) =>
    (await decisions().list(owner, ALL)).map(({ tool }) => tool.split('_')[1]).toSorted();

  describe('decisions about calls', () => {
    test('are forgotten oldest first, no more than asked for, and only those that are old enough', async () => {
      const owner = fresh('owner');
      for (const daysAgo of [400, 5, 402, 364, 401]) await decided(owner, daysAgo);
      const before = Date.now() - 365 * DAY_MS;

      expect(await decisions().forget(before, 2)).toBe(2);
      expect(await toolsOf(owner)).toEqual(['364', '400', '5']);
      expect(await decisions().forget(before, 2)).toBe(1);
      expect(await decisions().forget(before, 2)).toBe(0);
      expect(await toolsOf(owner)).toEqual(['364', '5']);
    });

    test('are kept for a month whoever would delete them, and rewritten by nobody', async () => {
      const owner = fresh('owner');
      for (const daysAgo of [28, 31]) await decided(owner, daysAgo);

      await expect(decisions().forget(Date.now(), 200)).rejects.toThrow();
      expect(await toolsOf(owner)).toEqual(['28', '31']);
      const rewritten = oltp().run(`UPDATE call_decisions SET tool = 'x' WHERE owner = $1`, [owner]);
      await expect(rewritten).rejects.toThrow();
      await decisions().forget(Date.now() - 30 * DAY_MS, 200);
      expect(await toolsOf(owner)).toEqual(['28']);
    });
  });
}
