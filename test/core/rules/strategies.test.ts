import { expect, test } from 'vitest';
import { STRATEGY_ACTIONS, strategyAfter } from '../../../core/rules/strategies.ts';
import { STRATEGY_STATUSES } from '../../../schemas/strategies/statuses.ts';

test('the lifecycle of a strategy allows these moves and no other', () => {
  const moves = STRATEGY_STATUSES.flatMap((status) =>
    STRATEGY_ACTIONS.map((action) => [status, action, strategyAfter(status, action)] as const),
  );
  const told = moves.flatMap(([status, action, next]) => (next ? [`${status} ${action} ${next}`] : []));
  expect(moves).toHaveLength(STRATEGY_STATUSES.length * STRATEGY_ACTIONS.length);
  expect(told).toEqual([
    ...['stored modify stored', 'stored configure stored', 'stored publish stored', 'stored resume active'],
    ...[
      'stored cancel cancelled',
      'active modify active',
      'active configure active',
      'active publish active',
    ],
    ...['active pause paused', 'active cancel cancelled', 'paused modify paused', 'paused configure paused'],
    ...['paused publish paused', 'paused resume active', 'paused cancel cancelled'],
    ...['completed configure completed', 'completed publish completed'],
  ]);
});
