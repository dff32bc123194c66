import { expect, test } from 'vitest';
import { runStages, summaryOf } from '../../scripts/test-all.ts';

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
