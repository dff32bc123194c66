import { describe, expect, test } from 'vitest';
import type { ChartColours, ChartOptions } from '../../../web/charts/axis.ts';
import { barOptions } from '../../../web/pages/launch/tabs/distribution-options.ts';
import { curveOptions } from '../../../web/pages/launch/tabs/raise-options.ts';
import { releaseOptions } from '../../../web/pages/launch/tabs/release-options.ts';

const COLOURS = new Proxy({} as ChartColours, { get: (_, name) => String(name) });
const TITLED = { unit: 'USDC', textOf: () => undefined };

describe('the charts of a launch', () => {
  test.each<[string, () => ChartOptions, readonly string[]]>([
    [
      'the raise',
      () => curveOptions({ minRaise: 1n, maxRaise: 9n, decimals: 6, onPoint: () => {}, ...TITLED })(COLOURS),
      ['Slot', 'Raised, USDC'],
    ],
    [
      'pledge sizes',
      () => barOptions({ edges: ['0', '1', '2'], onBar: () => {}, ...TITLED })(COLOURS),
      ['Size of the pledge, USDC', 'Pledges'],
    ],
    [
      'the release',
      () => releaseOptions(COLOURS, { now: () => undefined, textOf: () => undefined }),
      ['Time (UTC)', 'Unlocked'],
    ],
  ])('title both axes of %s, with units, and show the values at the cursor', (_, options, titles) => {
    const { axes, plugins } = options();
    expect(axes?.map(({ label }) => label)).toEqual(titles);
    expect(plugins?.some(({ hooks }) => 'setCursor' in hooks)).toBe(true);
  });
});
