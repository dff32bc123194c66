import { expect, test } from 'vitest';
import { runStages, slowestOf, summaryOf } from '../../scripts/test-all.ts';

test('a stage that fails keeps no other back, and the summary names it', async () => {
  const ran: string[] = [];
  const stages = await runStages(['first', 'second', 'third'], async (name) => {
    ran.push(name);
    return name !== 'second';
  });

  expect(ran).toEqual(['first', 'second', 'third']);
  expect(stages.map(({ passed }) => passed)).toEqual([true, false, true]);
  expect(summaryOf(stages).match(/FAILED.*/g)).toEqual([expect.stringContaining('second')]);
});

test('the end names the slowest files, the slowest one first', () => {
  const times = [3_000, 1_000, 20_040].map((milliseconds) => ({
    file: `${milliseconds}.test.ts`,
    milliseconds,
  }));

  expect(slowestOf(times, 2)).toBe(
    '\nThe slowest test files:\n    20.0 s  20040.test.ts\n     3.0 s  3000.test.ts\n',
  );
});
