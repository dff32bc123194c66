import { describe, expect, test } from 'vitest';
import { Random } from './support/random.ts';
import { fuzz } from './support/run.ts';
import { TARGETS } from './targets/all.ts';

const SEED = 'launchlens';
/** As many as take a second or two in all; `npm run fuzz` goes on for as long as one likes. */
const INPUTS = 700;

describe('every parser of outside data', () => {
  test.each(TARGETS.filter(({ engine }) => !engine))('holds its promises for $feeds', async (target) => {
    const inputs = Math.ceil(INPUTS * target.share);
    const outcome = await fuzz(target, { seed: SEED, from: 0, inputs, ms: 0 });

    expect(outcome.findings).toEqual([]);
    expect(outcome.inputs).toBe(inputs);
    expect(outcome.verdicts[target.good]).toBeGreaterThan(0);
  });
});

describe('the random choices', () => {
  test('are the same for the same seed, name and number, and others for any other', () => {
    const made = (seed: string, name: string, number: number) =>
      new Random(seed, name).restart(number).bytes(32).toString('hex');
    const all = [
      made('a', 'x', 0),
      made('b', 'x', 0),
      made('a', 'y', 0),
      made('a', 'x', 1),
      made('a', 'x', 2 ** 33),
    ];

    expect(made('a', 'x', 1)).toBe(all[3]);
    expect(new Set(all).size).toBe(all.length);
  });
});
