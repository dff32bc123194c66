import { expect, test } from 'vitest';
import { FlowRanges } from '../../../indexer/pipeline/flow-ranges.ts';

test('movements are known from above the first snapshot on', () => {
  expect(new FlowRanges(undefined).splice(undefined, 10n)).toEqual([{ from: 11n, to: undefined }]);
});

test('a later snapshot ends what was known at the last slot that left, and begins anew', () => {
  const ranges = new FlowRanges(11n);
  expect(ranges.splice(40n, 90n)).toEqual([
    { from: 11n, to: 40n },
    { from: 91n, to: undefined },
  ]);
  expect(ranges.splice(95n, 200n)[0]).toEqual({ from: 91n, to: 95n });
});

test('an index without movements begins with its next snapshot', () => {
  expect(new FlowRanges(undefined).splice(40n, 90n)).toEqual([{ from: 91n, to: undefined }]);
});

test('a range of which nothing turns out to be known ends right before it begins', () => {
  expect(new FlowRanges(31n).splice(27n, 90n)).toEqual([
    { from: 31n, to: 30n },
    { from: 91n, to: undefined },
  ]);
});
