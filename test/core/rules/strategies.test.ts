import { expect, test } from 'vitest';
import { STRATEGY_ACTIONS, STRATEGY_STATUSES, strategyAfter } from '../../../core/rules/strategies.ts';

test('the lifecycle of a strategy allows these moves and no other', () => {
  const moves = STRATEGY_STATUSES.flatMap((status) =>
    STRATEGY_ACTIONS.map((action) => [status, action, strategyAfter(status, action)] as const),
  );
  const told = moves.flatMap(([status, action, next]) => (next ? [`${status} ${action} ${next}`] : []));
  expect(moves).toHaveLength(STRATEGY_STATUSES.length * STRATEGY_ACTIONS.length);
  expect(told).toEqual([
    ...['draft modify draft', 'draft configure draft', 'draft publish draft', 'draft resume active'],
    ...['draft cancel cancelled', 'active modify active', 'active configure active', 'active publish active'],
    ...['active pause paused', 'active cancel cancelled', 'paused modify paused', 'paused configure paused'],
    ...['paused publish paused', 'paused resume active', 'paused cancel cancelled'],
    ...['completed configure completed', 'completed publish completed'],
  ]);
});
