import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buyAll,
  costsOf,
  equityOf,
  type Fees,
  holdingsAfter,
  sellAll,
} from '../../core/rules/paper/portfolio.ts';
import { REFERENCE } from '../../harness/model/parameters.ts';
import { smaCrossover } from '../../harness/strategy/sma.ts';
import { barsClosingAt } from './support/bars.ts';
import { loggedRun } from './support/runs.ts';

const fees = fc.record({
  technologyBps: fc.bigInt(0n, 10_000n),
  slippageBps: fc.bigInt(0n, 10_000n),
  priority: fc.bigInt(0n, 5_000_000n),
});
const cash = fc.bigInt(0n, 10n ** 24n);
const price = fc.bigInt(1n, 10n ** 40n);

describe('a fill', () => {
  test('buys for the greatest notional that fits with its costs', () => {
    fc.assert(
      fc.property(cash, price, fees, (cash, price, fees) => {
        const { notional, costs, cashAfter } = buyAll({ cash, quantity: 0n }, price, fees);
        if (notional > 0n) {
          expect(notional + costs.total).toBeLessThanOrEqual(cash);
          expect(cashAfter).toBe(cash - notional - costs.total);
        }
        expect(notional + 1n + costsOf(notional + 1n, fees).total).toBeGreaterThan(cash);
      }),
    );
  });

  test('never gains by rounding: bought and sold at one price without costs, cash is not more', () => {
    const free = { technologyBps: 0n, slippageBps: 0n, priority: 0n };
    fc.assert(
      fc.property(cash, price, (cash, price) => {
        const bought = holdingsAfter(buyAll({ cash, quantity: 0n }, price, free));
        expect(equityOf(bought, price)).toBeLessThanOrEqual(cash);
        expect(sellAll(bought, price, free).cashAfter).toBe(equityOf(bought, price));
      }),
    );
  });

  test('rounds every cost up', () => {
    const costs = costsOf(1n, { technologyBps: 1n, slippageBps: 1n, priority: 7n });
    expect(costs).toEqual({ technology: 1n, slippage: 1n, priority: 7n, total: 9n });
  });
});

describe('the guardrails', () => {
  const parameters = { ...REFERENCE, fast: 1, slow: 2, cooldownBars: 4 };
  const rising = barsClosingAt(['1', '2', '1', '1', '1', '2', '3', '2', '3', '4', '5', '4', '3', '2', '1']);

  test('let a flip pass as soon as the cooldown is over, and name themselves until then', () => {
    const { log } = loggedRun({ bars: rising, strategy: smaCrossover(parameters), parameters });
    // Wanted: long at 1, flat from 2 to 4, long at 5 and 6, flat at 7, long from 8 to 10, flat from 11.
    expect(log.trades.map(({ i, side }) => `${side} ${i}`)).toEqual(['buy 1', 'sell 7']);
    expect(log.steps.slice(2, 5).map(({ veto }) => veto)).toEqual(['cooldown', 'cooldown', 'cooldown']);
  });

  test.each([0, 1, 4, 5])(
    'let a flip pass at the very bar at which a cooldown of %i is over, and at none before',
    (cooldownBars) => {
      const given = { ...parameters, cooldownBars };
      const closes = [
        '1',
        '2',
        ...Array<string>(20)
          .fill('1')
          .map((_, i) => String(2 - (i + 1) / 100)),
      ];
      const { log } = loggedRun({
        bars: barsClosingAt(closes),
        strategy: smaCrossover(given),
        parameters: given,
      });
      // Wanted: long at 1 and flat ever after.
      expect(log.trades.map(({ i, side }) => `${side} ${i}`)).toEqual([
        'buy 1',
        `sell ${Math.max(2, 1 + cooldownBars)}`,
      ]);
    },
  );

  test('keep what cannot be paid for from being filled', () => {
    const poor = { ...parameters, startingCapital: 1_000n };
    const { log, endingEquity } = loggedRun({
      bars: rising,
      strategy: smaCrossover(poor),
      parameters: poor,
    });
    expect(log.trades).toEqual([]);
    expect(log.steps[1]).toMatchObject({ planned: 'long', executed: 'flat', veto: 'insufficient_cash' });
    expect(endingEquity).toBe(1_000n);
  });

  test('keep a sale whose costs would be more than it brings and all cash, and let it pass where they are not', () => {
    // At costs of 200 % a third of the capital is bought and no cash is left; a sale would owe as much as it brings.
    const dear = { technologyBps: 10_000n, slippageBps: 10_000n, priority: 0n };
    const run = (fees: Fees) =>
      loggedRun({ bars: rising, strategy: smaCrossover(parameters), parameters, fees });
    const { log } = run(dear);
    expect(log.trades.map(({ i, side }) => `${side} ${i}`)).toEqual(['buy 1']);
    expect(log.steps[7]).toMatchObject({ planned: 'flat', executed: 'long', veto: 'insufficient_cash' });
    expect(run({ ...dear, slippageBps: 0n }).log.trades.at(-1)).toMatchObject({
      side: 'sell',
      cash_after: '0.000000',
    });
  });
});

test('equal averages are found equal, whatever prices led there', () => {
  const closes = [...Array.from({ length: 40 }, (_, i) => `0.${(i % 7) + 1}`), ...Array(40).fill('0.1')];
  const { log } = loggedRun({ bars: barsClosingAt(closes) });
  expect(log.steps.slice(64).map(({ planned }) => planned)).not.toContain('long');
});
