import { describe, expect, test } from 'vitest';
import type { LimitName } from '../../../api/access/limit-names.ts';
import { type VenueAsker, type VenueLane, venueLanes } from '../../../api/venues/venue.ts';

const BOUNDS: readonly (readonly [VenueLane, number, number])[] = [
  ['signing', 16, 4],
  ['calls', 16, 4],
  ['quotes', 8, 2],
];

function openLanes() {
  const refused: LimitName[] = [];
  const take = venueLanes('lending', { limited: (limit) => refused.push(limit) });
  /** Takes slots until one is refused, and says how many there were and why there is no more. */
  const fill = (askerOf: (turn: number) => VenueAsker) => {
    const taken: (() => void)[] = [];
    for (;;) {
      try {
        taken.push(take(askerOf(taken.length)));
      } catch (error) {
        return { taken, error };
      }
    }
  };
  return { take, fill, refused };
}

describe('the capacity of a venue', () => {
  test.each(BOUNDS)('in the lane %s is %i in all, and %i of one client', (lane, total, perClient) => {
    const { fill, refused } = openLanes();

    const one = fill(() => ({ lane, client: 'one' }));
    const others = fill((turn) => ({ lane, client: `other ${turn}` }));

    expect([one.taken.length, others.taken.length]).toEqual([perClient, total - perClient]);
    expect(one.error).toMatchObject({ code: 'VENUE_BUSY', status: 429, context: { by: 'client' } });
    expect(others.error).toMatchObject({ code: 'VENUE_BUSY', status: 429, context: { by: 'total' } });
    expect(refused).toEqual([`venue_${lane}`, `venue_${lane}`]);
  });

  test('of one lane is not used up by the others', () => {
    const { take, fill } = openLanes();
    for (const [lane] of BOUNDS) {
      const asker = { lane, client: 'one' };
      take(asker)();
      fill((turn) => ({ lane, client: `client ${turn}` }));
    }
    for (const [lane] of BOUNDS) expect(() => take({ lane, client: 'one' })).toThrow('Try again in 5 s');
  });

  test('comes back when an answer has come', () => {
    const { take, fill } = openLanes();
    const asker = { lane: 'quotes', client: '10.0.0.1' } as const;
    const { taken } = fill(() => asker);

    taken[0]?.();
    taken[0]?.();

    take(asker);
    expect(() => take(asker)).toThrow('limit of your concurrent requests');
  });

  test('of everybody is shared by network: one /64 of IPv6 counts as one client', () => {
    const { fill } = openLanes();

    const { taken } = fill((turn) => ({ lane: 'quotes', client: `2001:db8::${turn + 1}` }));

    expect(taken).toHaveLength(2);
  });
});
