import type UPlot from 'uplot';
import { describe, expect, test } from 'vitest';
import { timeMarks } from '../../../web/charts/times.ts';

const START = 1_767_225_600;
const marks = (apart: number): string[] =>
  timeMarks(undefined as unknown as UPlot, [START, START + apart], 0, 0, apart);

describe('an axis over time', () => {
  test.each([
    [10, ['00:00:00', '00:00:10']],
    [300, ['Jan 1, 00:00', 'Jan 1, 00:05']],
    [86_400, ['Jan 1', 'Jan 2']],
    [31 * 86_400, ['Jan 2026', 'Feb 2026']],
  ])('names marks that are %s seconds apart so that none is like the next', (apart, names) => {
    expect(marks(apart)).toEqual(names);
  });
});
