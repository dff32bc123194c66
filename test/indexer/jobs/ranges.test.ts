import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FetchPool } from '../../../indexer/jobs/history/fetch-pool.ts';
import { uncovered, within } from '../../../indexer/jobs/history/ranges.ts';
import { U64_MAX } from '../../../schemas/u64.ts';

const slot = fc.bigInt({ min: 0n, max: 40n });
const range = fc.tuple(slot, slot).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));
const known = fc.array(
  fc.oneof(
    range,
    slot.map((from) => ({ from, to: U64_MAX })),
  ),
  { maxLength: 6 },
);

describe('what is left of a range', () => {
  test('is every slot of it that no other covers, in pieces that never begin where another does', () => {
    fc.assert(
      fc.property(range, known, (asked, others) => {
        const left = uncovered(asked, others);
        for (let at = 0n; at <= 41n; at += 1n) {
          expect(within(left, at)).toBe(within([asked], at) && !within(others, at));
        }
        for (const [index, { from, to }] of left.entries()) {
          expect(from <= to).toBe(true);
          expect(others.some((other) => other.from === from)).toBe(false);
          if (index > 0) expect(from > (left[index - 1]?.to ?? 0n) + 1n).toBe(true);
        }
      }),
    );
  });
});

describe('requests in a pool', () => {
  test('run at most so many at once, all of them, in the order in which they came', async () => {
    const pool = new FetchPool(3);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const request = (number: number) => async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < number % 5; turn += 1) await Promise.resolve();
      running -= 1;
      if (number === 4) throw new Error('refused');
      return number;
    };
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    const ended = await Promise.allSettled(numbers.map((number) => pool.run(request(number))));
    expect(begun).toEqual(numbers);
    expect(most).toBe(3);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
