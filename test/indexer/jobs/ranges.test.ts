import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, without } from '../../../core/rules/slot-ranges.ts';
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
        const left = without(asked, others);
        for (let at = 0n; at <= 41n; at += 1n) {
          expect(holds(left, at)).toBe(holds([asked], at) && !holds(others, at));
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
