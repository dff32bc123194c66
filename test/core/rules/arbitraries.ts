import fc from 'fast-check';
import type { ReleaseSchedule } from '../../../core/rules/release.ts';

const U64_MAX = 2n ** 64n - 1n;

/** A u64 that is at its extremes more often than chance has it. */
export const u64 = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: U64_MAX }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 1000n }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, U64_MAX - 1n, U64_MAX),
  },
);

const u32 = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.integer({ min: 0, max: 100 }),
  fc.constantFrom(0, 1, 0xffff_ffff),
);

/** Real schedules and ones at the ends of i64 and u32. */
export const schedule: fc.Arbitrary<ReleaseSchedule> = fc.record({
  startTs: fc.oneof(
    fc.bigInt({ min: 1_700_000_000n, max: 2_000_000_000n }),
    fc.constantFrom(-(2n ** 63n), 0n, 2n ** 63n - 1n),
  ),
  cliffSeconds: u32,
  durationSeconds: u32,
});

/** Moments around the window of a schedule, kept inside i64. */
export const momentAround = ({ startTs }: ReleaseSchedule): fc.Arbitrary<bigint> =>
  fc
    .oneof(fc.bigInt({ min: -200n, max: 200n }), fc.bigInt({ min: -(2n ** 33n), max: 2n ** 33n }))
    .map((offset) => BigInt.asIntN(64, startTs + offset));

export const scheduleAndMoments = schedule.chain((value) =>
  fc.tuple(fc.constant(value), momentAround(value), momentAround(value)),
);

/** Pledges of one launch, with the total that they sum to; the sum stays inside u64. */
export const pledgesOfOneLaunch = fc
  .array(fc.bigInt({ min: 0n, max: U64_MAX / 64n }), { minLength: 0, maxLength: 64 })
  .map((amounts) => ({ amounts, totalPledged: amounts.reduce((sum, amount) => sum + amount, 0n) }));
