import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountFilters } from '../../../../fixtures/localnet/rpc/account-filters.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../../idl/escrow.ts';
import type { AuditedProgram } from '../../../../indexer/audit/ports.ts';
import { requestsOf, type SlicePlan, selects, slicePlanOf } from '../../../../indexer/audit/slices/plan.ts';

type Filters = AuditedProgram['filters'];

const planOf = (sliceAt: number, filters: Filters): SlicePlan | undefined =>
  slicePlanOf({ program: { sliceAt, filters, follows: () => true } });

/** How many of a list of requests a node answers with an account of these bytes. */
function answersWith(requests: readonly Filters[], data: Buffer): number {
  return requests.filter((filters) => accountFilters.parse(filters).every((holds) => holds(data))).length;
}

const anyBytes = fc
  .tuple(
    fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from(PLEDGE.discriminator),
      Buffer.from(LAUNCH_CONFIG.discriminator),
    ),
    fc.uint8Array({ maxLength: 60 }),
  )
  .map((parts) => Buffer.concat(parts));

describe('the slices of a program', () => {
  test('have every account of the launch program once, of whatever bytes', () => {
    const plan = slicePlanOf({}) as SlicePlan;
    expect(requestsOf(plan)).toBe(551);
    fc.assert(
      fc.property(anyBytes, (data) => {
        expect(answersWith(plan.slices, data)).toBe(1);
      }),
    );
    for (let size = 0; size < 30; size += 1)
      expect([size, answersWith(plan.slices, Buffer.alloc(size))]).toEqual([size, 1]);
  });

  test.each<[string, number, Filters, number]>([
    ['no filters', 8, [], 2 * 264 + 1],
    ['a discriminator', 8, [{ memcmp: { offset: 0, bytes: '111' } }], 2 * 261 + 1],
    ['a size beyond the byte', 8, [{ dataSize: 40 }], 2 * 255 + 1],
    ['a size up to the byte', 8, [{ dataSize: 8 }], 1],
  ])(
    'have every account that the filters of a followed program select once: %s',
    (_case, at, filters, requests) => {
      const plan = planOf(at, filters) as SlicePlan;
      expect(requestsOf(plan)).toBe(requests);
      const all = [...plan.slices, plan.pivot];
      fc.assert(
        fc.property(anyBytes, (data) => {
          expect(answersWith(all, data)).toBe(answersWith([filters], data));
          expect(all.filter((one) => selects(one, data)).length).toBe(answersWith([filters], data));
        }),
      );
    },
  );

  test('do not exist where the program has all the filters that a node takes', () => {
    const one = { memcmp: { offset: 0, bytes: '1' } };
    expect(planOf(8, [one, one, one])).toBeDefined();
    expect(planOf(8, [one, one, one, one])).toBeUndefined();
  });

  test('take no more filters than a node does', () => {
    const one = { memcmp: { offset: 0, bytes: '1' } };
    const { slices } = planOf(8, [one, one, one]) as SlicePlan;
    expect(Math.max(...slices.map((filters) => filters.length))).toBe(4);
  });
});
