import { expect, test } from 'vitest';
import { REFERENCE } from '../../harness/model/parameters.ts';
import { runAgent } from '../../harness/run.ts';
import { smaCrossover } from '../../harness/strategy/sma.ts';
import { STATEMENT } from '../../schemas/harness/report.ts';
import { barsClosingAt } from './support/bars.ts';
import { LOCKED_FEES } from './support/runs.ts';

test('a step observes, assesses, plans, simulates, executes, verifies and journals, in this order', () => {
  const stages: string[] = [];
  const noted = <Parts extends object>(parts: Parts, stage: string): Parts =>
    new Proxy(parts, {
      get: (target, name) => {
        if (stages.at(-1) !== stage) stages.push(stage);
        return Reflect.get(target, name);
      },
    });
  const [bar] = barsClosingAt(['1']);
  if (!bar) expect.fail('there is no bar');
  runAgent({
    bars: [noted(bar, 'observe')],
    strategy: {
      name: 'noted',
      lookback: 0,
      assess: () => void stages.push('assess'),
      plan: () => {
        stages.push('plan');
        return 'long';
      },
    },
    parameters: REFERENCE,
    fees: noted(LOCKED_FEES, 'simulate'),
    journalists: [
      ({ executed, matched }) => stages.push(`execute ${executed}`, `verify ${matched}`, 'journal'),
    ],
  });
  expect(stages).toEqual([
    ...['observe', 'assess', 'plan', 'simulate', 'execute long', 'verify true', 'journal'],
  ]);
});

test('the reference agent has the parameters of the specification', () => {
  const hour = 3_600;
  expect(REFERENCE).toEqual({
    fast: 8,
    slow: 24,
    barSeconds: hour,
    cooldownBars: 4,
    quote: 'USD',
    startingCapital: 10_000n * 1_000_000n,
  });
  const { name, describe: says } = smaCrossover(REFERENCE);
  expect(name).toBe('sma');
  expect([undefined, true, false].map((reading) => says?.(reading))).toEqual([
    'too few bars',
    'fast average above slow',
    'fast average not above slow',
  ]);
});

test('every report says that it holds measured outcomes, and no returns, projections or expectations', () => {
  expect(STATEMENT).toBe(
    'These are measured outcomes over one fixed window in paper mode. They are not returns, projections or expectations.',
  );
});
