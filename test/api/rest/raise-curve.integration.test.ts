import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raiseCurveAnswer } from '../../../schemas/rest/raise-curve.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

const LAUNCH = '/api/v1/ilo/launches/7';

describe('GET /ilo/launches/<launch_id>/raise-curve/', () => {
  const mirror = mirrorSuite();
  const { show } = mirror;

  test('shows every step with its block time, and leaves out versions in which the raise stood still', async () => {
    mirror.index
      .launch({ launchId: 7n, slot: 2n, totalPledged: 0n })
      .launch({ launchId: 7n, slot: 4n, totalPledged: 5n, pledgerCount: 1 })
      .launch({ launchId: 7n, slot: 5n, totalPledged: 5n, pledgerCount: 1, status: 2 })
      .launch({ launchId: 7n, slot: 6n, totalPledged: 2n ** 64n - 1n, pledgerCount: 2 })
      .slot(4n, 1_790_000_000n)
      .slot(6n, null);
    await show(9n);

    const { status, json } = await mirror.api.get(`${LAUNCH}/raise-curve/`);

    expect(status).toBe(200);
    expect(() => raiseCurveAnswer.parse(json)).not.toThrow();
    expect(json).toMatchObject({ launch_id: '7', steps: 3 });
    expect(json.points).toEqual([
      { slot: 2, time: null, total_pledged: '0', pledger_count: 0 },
      { slot: 4, time: '2026-09-21T14:13:20Z', total_pledged: '5', pledger_count: 1 },
      { slot: 6, time: null, total_pledged: '18446744073709551615', pledger_count: 2 },
    ]);
  });

  test('thins a long raise evenly, and keeps its first and its last step', async () => {
    for (let slot = 1n; slot <= 1_000n; slot++) {
      mirror.index.launch({ launchId: 7n, slot, totalPledged: slot, pledgerCount: Number(slot) });
    }
    await show(1_000n);

    const { json } = await mirror.api.get(`${LAUNCH}/raise-curve/?points=5`);
    const whole = await mirror.api.get(`${LAUNCH}/raise-curve/?points=1000`);

    expect(json.steps).toBe(1_000);
    expect(json.points.map(({ slot }: { slot: number }) => slot)).toEqual([1, 250, 500, 750, 1_000]);
    expect(whole.json.points).toHaveLength(1_000);
  });

  test.for(['points=1', 'points=1001', 'points=x'])('refuses %s', async (query) => {
    await show(1n);
    expect(await mirror.api.get(`${LAUNCH}/raise-curve/?${query}`)).toMatchObject({ status: 400 });
  });

  test('keeps the steps at evenly spread places, whatever their number and that of the points', async () => {
    let slot = 0n;
    const steps: bigint[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2, max: 14 }),
        async (more, points) => {
          for (let step = 0; step < more; step++) {
            slot += 1n;
            steps.push(slot);
            mirror.index.launch({ launchId: 7n, slot, totalPledged: slot });
          }
          await show(slot);
          const { json } = await mirror.api.get(`${LAUNCH}/raise-curve/?points=${points}`);

          const last = steps.length - 1;
          const places = Array.from({ length: points }, (_, place) =>
            Math.floor((place * last) / (points - 1)),
          );
          const wanted = steps.filter((_, index) => steps.length <= points || places.includes(index));
          expect(json.points.map((point: { slot: number }) => BigInt(point.slot))).toEqual(wanted);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
