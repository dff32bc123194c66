import { describe, expect, test } from 'vitest';
import { classify } from '../../../core/ledger/classify.ts';
import { type Accrued, isSummed, type RewardEvent } from '../../../core/rules/rewards.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { T0, wallets } from '../rules/reward-arbitraries.ts';

const [wallet = '' as never, other = '' as never] = wallets;
const accrued: Accrued = { kind: 'accrued', recordId: 1n, at: T0, program: 'season', wallet, amount: 5n };
const referral: Accrued = { ...accrued, program: 'referral', amount: undefined };
const priced: RewardEvent = { kind: 'priced', recordId: 1n, at: T0 + 1, amount: 7n };
const held: RewardEvent = { kind: 'held', recordId: 1n, at: T0 + 2, reason: 'odd' };
const paid: RewardEvent = { kind: 'paid', recordId: 1n, at: T0 + 3, txSignature: 'signature' };

describe('a batch of reward events', () => {
  test('is new where the ledger has nothing of it', () => {
    const found = classify([accrued, priced], [], false);
    expect(found).toMatchObject({ fresh: [accrued, priced], known: 0, conflicts: [], refused: [] });
  });

  test('is known where the ledger has the same, and where an event stands twice in it', () => {
    const all = [accrued, priced, held, paid];
    expect(classify(all, all, false)).toMatchObject({ fresh: [], known: 4, conflicts: [] });
    expect(classify([held, held], [], false)).toMatchObject({ fresh: [held], known: 1, conflicts: [] });
  });

  test.each<[string, RewardEvent, RewardEvent, string]>([
    ['amount of an accrual', accrued, { ...accrued, amount: undefined }, 'amount_base_units is 5'],
    ['amount that was none', referral, { ...referral, amount: 1n }, 'amount_base_units is null'],
    ['wallet', accrued, { ...accrued, wallet: other }, `wallet is "${wallet}"`],
    ['programme', accrued, { ...accrued, program: 'distribution' }, 'program is "season"'],
    ['price', priced, { ...priced, amount: 8n }, 'amount_base_units is 7'],
    ['reason', held, { ...held, reason: 'other' }, 'reason is "odd"'],
    ['settlement', paid, { ...paid, txSignature: 'other' }, 'tx_signature is "signature"'],
  ])('conflicts where the same fact has another %s', (_what, ours, theirs, reason) => {
    const found = classify([theirs], [ours], false);
    expect(found).toMatchObject({ fresh: [], owned: [], known: 0 });
    expect(found.conflicts).toEqual([{ index: 0, event: theirs, reason: `${reason} in the ledger` }]);
  });

  test('conflicts where a record accrues a second time, whatever else is the same', () => {
    const again = { ...accrued, at: T0 + 1 };
    const [conflict] = classify([again], [accrued], false).conflicts;
    expect(conflict?.reason).toBe('the record accrued at 2026-10-01T00:00:00.000Z already');
    expect(classify([accrued, again], [], false)).toMatchObject({
      fresh: [accrued],
      conflicts: [{ index: 1 }],
    });
  });

  test('carries into the order by wallet what came before its record accrued, and nothing before that', () => {
    const early = classify([priced, held], [], false);
    expect(early).toMatchObject({ fresh: [priced, held], owned: [] });
    const { owned } = classify([paid, accrued], [priced, held], false);
    expect(owned.map(({ event }) => event)).toEqual([priced, held, accrued, paid]);
    for (const { owner } of owned) expect(owner).toMatchObject({ program: 'season', wallet });
    expect(classify([paid], [accrued, priced], false).owned.map(({ event }) => event)).toEqual([paid]);
  });
});

describe('a price before the mint', () => {
  test.each(REWARD_PROGRAMS.filter(isSummed))(
    'of a record of %s is refused for fee shares alone, in any order',
    (program) => {
      const record: Accrued = { ...accrued, program, amount: undefined };
      const feeShare = ['referral', 'clone', 'integrator'].includes(program);
      for (const [batch, stored] of [
        [[record, priced], []],
        [[priced, record], []],
        [[priced], [record]],
      ] as const) {
        const { refused, fresh } = classify(batch, stored, true);
        const reason = `nothing of programme ${program} is priced before the mint`;
        expect(refused).toEqual(
          feeShare ? [{ index: batch.indexOf(priced as never), event: priced, reason }] : [],
        );
        expect(fresh.includes(priced)).toBe(!feeShare);
        expect(classify(batch, stored, false).refused).toEqual([]);
      }
    },
  );

  test('of a record that is not known yet is marked, so that it never prices a fee share', () => {
    expect(classify([priced], [], true).fresh).toEqual([{ ...priced, premature: true }]);
    expect(classify([priced], [], false).fresh).toEqual([priced]);
  });
});

describe('a payment before the mint', () => {
  test.each(REWARD_PROGRAMS.filter(isSummed))(
    'of a record of %s is refused, in any order, and kept after it',
    (program) => {
      const record: Accrued = { ...accrued, program, amount: undefined };
      for (const [batch, stored] of [
        [[record, paid], []],
        [[paid, record], []],
        [[paid], [record]],
        [[paid], []],
      ] as const) {
        const { refused, fresh } = classify(batch, stored, true);
        const index = batch.indexOf(paid as never);
        expect(refused).toEqual([{ index, event: paid, reason: 'nothing is paid before the mint' }]);
        expect(fresh).not.toContain(paid);
        expect(classify(batch, stored, false)).toMatchObject({ refused: [], conflicts: [] });
      }
      expect(classify([paid], [record, paid], true)).toMatchObject({ known: 1, refused: [] });
    },
  );
});

test('contribution credits are never priced and never paid, also after the mint', () => {
  const hive: Accrued = { ...accrued, program: 'hive_contribution' };
  for (const event of [priced, paid]) {
    const reason = `records of programme hive_contribution are never ${event.kind}`;
    for (const [batch, stored] of [
      [[event, hive], []],
      [[event], [hive]],
    ] as const) {
      const { conflicts, fresh } = classify(batch, stored, false);
      expect(conflicts).toEqual([{ index: 0, event, reason }]);
      expect(fresh).not.toContain(event);
    }
  }
});

test('a payment that says what was paid contradicts one that says another amount, and none that says nothing', () => {
  const told: RewardEvent = { ...paid, amount: 5n };
  expect(classify([told], [paid], false)).toMatchObject({ known: 1, conflicts: [] });
  expect(classify([paid], [told], false)).toMatchObject({ known: 1, conflicts: [] });
  const other: RewardEvent = { ...paid, amount: 6n };
  const reason = 'amount_base_units is 5 in the ledger';
  expect(classify([other], [told], false).conflicts).toEqual([{ index: 0, event: other, reason }]);
});
