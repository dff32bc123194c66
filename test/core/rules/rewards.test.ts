import { describe, expect, test } from 'vitest';
import {
  claimableAt,
  FEE_SHARE_PROGRAMS,
  HISTORY_ONLY_PROGRAMS,
  isFeeShare,
  REVIEW_WINDOW_MS,
  type RewardFacts,
  type RewardStanding,
  rewardStanding,
  SUMMED_PROGRAMS,
  shownAmount,
  shownClaimableAt,
  standingOf,
} from '../../../core/rules/rewards.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { T0, wallets } from './reward-arbitraries.ts';

const DAY_MS = 24 * 3_600_000;
const [wallet] = wallets;

function facts(changes: Partial<RewardFacts> = {}): RewardFacts {
  return {
    ...{ recordId: 17n, program: 'season', wallet: wallet ?? ('' as never), createdAt: T0, amount: 5n },
    ...{ held: false, releasedAt: undefined, voided: false, paid: undefined, ...changes },
  };
}

describe('the reward programmes', () => {
  test('are the seven of the specification, of which hive_contribution is never summed', () => {
    expect(REWARD_PROGRAMS).toEqual([
      ...['referral', 'clone', 'integrator', 'signup_bonus', 'hive_contribution', 'distribution', 'season'],
    ]);
    expect(HISTORY_ONLY_PROGRAMS).toEqual(['hive_contribution']);
    expect(SUMMED_PROGRAMS).toEqual([
      ...['referral', 'clone', 'integrator', 'signup_bonus', 'distribution', 'season'],
    ]);
  });

  test('share fees in referral, clone and integrator alone', () => {
    expect(FEE_SHARE_PROGRAMS).toEqual(['referral', 'clone', 'integrator']);
    expect(REWARD_PROGRAMS.filter(isFeeShare)).toEqual(['referral', 'clone', 'integrator']);
  });
});

describe('where a record stands', () => {
  const rows: readonly (readonly [boolean, boolean, boolean, boolean, RewardStanding])[] = [
    [false, false, false, false, 'pending'],
    [false, false, false, true, 'claimable'],
    [false, false, true, false, 'pending'],
    [false, false, true, true, 'pending'],
    [false, true, false, false, 'paid'],
    [false, true, false, true, 'paid'],
    [false, true, true, false, 'paid'],
    [false, true, true, true, 'paid'],
    ...[false, true].flatMap((paid) =>
      [false, true].flatMap((held) =>
        [false, true].map((reviewed) => [true, paid, held, reviewed, 'gone'] as const),
      ),
    ),
  ];

  test.each(rows)('voided %s, paid %s, held %s, reviewed %s: %s', (...row) => {
    const [voided, paid, held, reviewed, standing] = row;
    expect(standingOf({ voided, paid, held, reviewed })).toBe(standing);
  });

  test('changes from pending to claimable at the very end of the 7-day review window', () => {
    expect(REVIEW_WINDOW_MS).toBe(7 * DAY_MS);
    expect(rewardStanding(facts(), T0 + 7 * DAY_MS - 1)).toBe('pending');
    expect(rewardStanding(facts(), T0 + 7 * DAY_MS)).toBe('claimable');
  });

  test('is pending for as long as the record is held, and claimable from a late release on', () => {
    expect(rewardStanding(facts({ held: true }), T0 + 90 * DAY_MS)).toBe('pending');
    const released = facts({ releasedAt: T0 + 9 * DAY_MS });
    expect(rewardStanding(released, T0 + 9 * DAY_MS - 1)).toBe('pending');
    expect(rewardStanding(released, T0 + 9 * DAY_MS)).toBe('claimable');
  });

  test('is not hastened by a release inside the window', () => {
    const released = facts({ releasedAt: T0 + DAY_MS });
    expect(claimableAt(released)).toBe(T0 + 7 * DAY_MS);
    expect(rewardStanding(released, T0 + 6 * DAY_MS)).toBe('pending');
  });

  test('is paid from the settlement on, and gone once it is voided', () => {
    const paid = { at: T0 + 8 * DAY_MS, txSignature: 'signature' };
    expect(rewardStanding(facts({ paid }), T0)).toBe('paid');
    expect(rewardStanding(facts({ paid, voided: true }), T0)).toBe('gone');
  });

  test('stays pending in a programme that is only shown', () => {
    const hive = facts({ program: 'hive_contribution' });
    expect(rewardStanding(hive, T0 + 90 * DAY_MS)).toBe('pending');
    expect(shownClaimableAt(hive, T0 + 90 * DAY_MS)).toBeUndefined();
    expect(rewardStanding({ ...hive, voided: true }, T0)).toBe('gone');
  });
});

describe('the moment at which a record becomes claimable', () => {
  test('is not told before it is reached', () => {
    expect(shownClaimableAt(facts(), T0 + 7 * DAY_MS - 1)).toBeUndefined();
    expect(shownClaimableAt(facts(), T0 + 7 * DAY_MS)).toBe(T0 + 7 * DAY_MS);
  });

  test('is not told while the record is held, and is that of a late release', () => {
    expect(shownClaimableAt(facts({ held: true }), T0 + 90 * DAY_MS)).toBeUndefined();
    const late = facts({ releasedAt: T0 + 9 * DAY_MS + 1 });
    expect(shownClaimableAt(late, T0 + 9 * DAY_MS)).toBeUndefined();
    expect(shownClaimableAt(late, T0 + 90 * DAY_MS)).toBe(T0 + 9 * DAY_MS + 1);
  });

  test('stays told of a record that was paid', () => {
    const paid = { at: T0 + 8 * DAY_MS, txSignature: 'signature' };
    expect(shownClaimableAt(facts({ paid }), T0 + 9 * DAY_MS)).toBe(T0 + 7 * DAY_MS);
  });
});

describe('the amount of a record', () => {
  test.each(FEE_SHARE_PROGRAMS)('is none before the mint in %s, and what was priced after it', (program) => {
    expect(shownAmount({ program, amount: 7n }, true)).toBeUndefined();
    expect(shownAmount({ program, amount: 7n }, false)).toBe(7n);
  });

  test.each(REWARD_PROGRAMS.filter((program) => !isFeeShare(program)))(
    'is what was recorded, also before the mint, in %s',
    (program) => {
      expect(shownAmount({ program, amount: 7n }, true)).toBe(7n);
      expect(shownAmount({ program, amount: undefined }, false)).toBeUndefined();
    },
  );
});
