import { expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { AT_ONCE, repeat, type Worked } from '../../../core/kernel/retries.ts';

/** Runs some pieces of work one after another, and tells how long was waited after each. */
async function run(...pieces: readonly (() => Worked)[]) {
  const stop = new AbortController();
  const [waits, work]: [number[], (() => Worked)[]] = [[], [...pieces]];
  let failures = 0;
  const clock = {
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
  await repeat(
    async () => {
      const piece = work.shift();
      if (work.length === 0) stop.abort();
      return piece?.();
    },
    {
      ...{ clock, logger: createLogger('silent'), everyMs: 7, signal: stop.signal, saying: 'it failed' },
      backoff: { initialMs: 100, maximumMs: 1_000, random: () => 0 },
      onFailure: () => {
        failures += 1;
      },
    },
  );
  return { waits, failures };
}
const fail = (): Worked => {
  throw new LaunchlensError('INTERNAL', {});
};
const idle = (): Worked => undefined;

test('work is done again after a while, and at once where more of it waits', async () => {
  expect(await run(idle, () => AT_ONCE, idle, idle)).toEqual({ waits: [7, 7, 7], failures: 0 });
});

test('what fails is tried again after a wait that grows, until it works', async () => {
  expect(await run(fail, fail, idle, fail, idle)).toEqual({ waits: [100, 200, 7, 100, 7], failures: 3 });
});

test('a failure while it ends is none, and a defect ends it', async () => {
  expect(await run(idle, fail)).toEqual({ waits: [7], failures: 0 });
  const defect = () => {
    throw new TypeError('a defect');
  };
  await expect(run(defect, idle)).rejects.toThrow('a defect');
});
