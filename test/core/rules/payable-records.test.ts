import { describe, expect, test } from 'vitest';
import { unpayableReason } from '../../../core/rules/payable-records.ts';
import { REVIEW_WINDOW_MS, type RewardFacts } from '../../../core/rules/rewards.ts';
import { T0, wallets } from './reward-arbitraries.ts';

const NOW = T0 + REVIEW_WINDOW_MS;
const FACTS: RewardFacts = {
  ...{ recordId: 17n, program: 'referral', wallet: wallets[0] ?? expect.fail(), createdAt: T0 },
  ...{ amount: 5n, held: false, releasedAt: undefined, voided: false, paid: undefined },
};

describe('a record of an open payout request', () => {
  test('may be paid while it stands as it stood when the request was built', () => {
    expect(unpayableReason(FACTS, { amount: 5n, now: NOW })).toBeUndefined();
    const released = { ...FACTS, releasedAt: NOW - 1 };
    expect(unpayableReason(released, { amount: 5n, now: NOW })).toBeUndefined();
  });

  test.each([
    ['unknown', undefined],
    ['voided', { voided: true }],
    ['paid', { paid: { at: NOW, txSignature: 'sig' } }],
    ['held', { held: true }],
    ['in_review', { releasedAt: NOW + 1 }],
    ['repriced', { amount: 6n }],
    ['repriced', { amount: undefined }],
  ] as const)('may not be paid once it is %s', (reason, changes) => {
    const facts = changes && { ...FACTS, ...changes };
    expect(unpayableReason(facts, { amount: 5n, now: NOW })).toBe(reason);
  });
});
