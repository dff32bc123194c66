import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PledgeTerms, pledgeHindrance } from '../../../core/rules/pledging.ts';
import { LAUNCH_STATUSES } from '../../../schemas/launch-statuses.ts';

const small = fc.bigInt({ min: 0n, max: 30n });
const terms = fc.record({
  status: fc.constantFrom(...LAUNCH_STATUSES),
  startTs: small,
  endTs: small,
  maxRaise: small,
  totalPledged: small,
  maxPledgePerWallet: small,
});
const asked = fc.record({ amount: fc.bigInt({ min: 1n, max: 30n }), pledged: small, now: small });
const OPEN: PledgeTerms = {
  ...{ status: 'active' as const, startTs: 10n, endTs: 20n },
  ...{ maxRaise: 100n, totalPledged: 90n, maxPledgePerWallet: 8n },
};

describe('whether a launch takes a pledge', () => {
  test('is decided by status, window, capacity and cap, and by nothing else', () => {
    fc.assert(
      fc.property(terms, asked, (launch, { amount, pledged, now }) => {
        const takes =
          launch.status === 'active' &&
          launch.startTs <= now &&
          now < launch.endTs &&
          launch.totalPledged + amount <= launch.maxRaise &&
          (launch.maxPledgePerWallet === 0n || pledged + amount <= launch.maxPledgePerWallet);
        expect(pledgeHindrance(launch, { amount, pledged, now }) === undefined).toBe(takes);
      }),
      { numRuns: 300 },
    );
  });

  test('tells at the edges what still fits', () => {
    const at = (now: bigint, amount: bigint, pledged = 0n) => pledgeHindrance(OPEN, { now, amount, pledged });
    expect(at(9n, 1n)).toEqual({ kind: 'not_started', startTs: 10n });
    expect(at(10n, 8n)).toBeUndefined();
    expect(at(19n, 1n)).toBeUndefined();
    expect(at(20n, 1n)).toEqual({ kind: 'closed', endTs: 20n });
    expect(at(10n, 11n)).toEqual({ kind: 'capacity', left: 10n });
    expect(at(10n, 6n, 3n)).toEqual({ kind: 'wallet_cap', left: 5n });
    expect(pledgeHindrance(OPEN, { now: undefined, amount: 1n, pledged: 0n })).toEqual({
      kind: 'time_unknown',
    });
  });
});
