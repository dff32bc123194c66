import { expect, test } from 'vitest';
import { planWith, type StrategyKind } from '../../../schemas/strategies/kinds.ts';

const problemsOf = (kind: StrategyKind, plan: object) =>
  planWith(kind, {})
    .safeParse(plan)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

const basis = (entry_basis_bps: number, exit_basis_bps: number) =>
  problemsOf('basis_trade', {
    mint: 'So11111111111111111111111111111111111111112',
    market: 'SOL-PERP',
    notional: '5',
    entry_basis_bps,
    exit_basis_bps,
  });

test('a plan whose members are right is refused for a combination that makes no sense', () => {
  expect(basis(20, 10)).toBeUndefined();
  expect(basis(10, 20)).toEqual([['exit_basis_bps', 'less than entry_basis_bps']]);
});

test('a plan with a wrong member is refused for that member alone, not for combinations with it', () => {
  expect(basis(10, 20_000)).toEqual([['exit_basis_bps', 'a whole number from 1 to 10000']]);
  const grid = { market: 'SOL-PERP', grids: 5, amount_per_grid: '5', max_leverage: 1 };
  const problems = problemsOf('perp_grid', { ...grid, lower_price: 'cheap', upper_price: '2' });
  expect(problems?.map(([member]) => member)).toEqual(['lower_price']);
});
