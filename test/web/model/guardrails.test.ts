import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { policyName } from '../../../schemas/rest/wallet-control.ts';
import { tokenUnits } from '../../../web/model/formats.ts';
import {
  counterpartiesChanges,
  limitsChanges,
  policyChanges,
} from '../../../web/model/guardrails/changes.ts';
import { linesOf, wrongLine } from '../../../web/model/guardrails/lines.ts';
import { requestChanges } from '../../../web/model/guardrails/request-changes.ts';
import { isUnlimited, safeStart } from '../../../web/model/guardrails/safe-start.ts';
import { limitsOf, typedLimit, wrongOf } from '../../../web/model/guardrails/typed-limits.ts';
import { counterpartiesWiden, limitsWiden, policyWidens } from '../../../web/model/guardrails/widens.ts';
import { readUnits } from '../../../web/model/typed-amount.ts';

const OPEN = {
  allowed_tools: null,
  denied_tools: [],
  allowed_mints: null,
  allowed_venues: null,
  counterparties_only: false,
};
const KNOWN = new Map([[NATIVE_MINT as string, 9]]);
const OTHER = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const isKey = (text: string): boolean => text.length > 30;

describe('amounts that are typed', () => {
  test('are read exactly, whatever the mint’s decimals, and come out as they went in', () => {
    const amount = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 12 }), (base, decimals) => {
        const text = tokenUnits(base, decimals).replaceAll(',', '');
        expect(readUnits(text, decimals)).toEqual({ base });
      }),
    );
  });

  test.each([
    ['', 6],
    ['-1', 6],
    ['1e6', 6],
    ['1,5', 6],
    ['1.', 6],
    ['0.1234567', 6],
    ['1.5', 0],
    ['18446744073709551616', 0],
    ['18446744073709.551616', 6],
  ])('are refused where they are %s of %i decimals, and never rounded', (text, decimals) => {
    expect(readUnits(text, decimals).wrong).toBeTypeOf('string');
  });

  test('may have zeros at their end', () => {
    expect(readUnits(' 1.5000000000 ', 6)).toEqual({ base: 1_500_000n });
  });
});

describe('limits that are typed', () => {
  const limit = { mint: NATIVE_MINT as string, per_intent: 1_500_000_000n, per_day: null };

  test('begin as they hold, and come out unchanged', () => {
    const other = { mint: OTHER, per_intent: 7n, per_day: 1_000_000n };
    const rows = [limit, other].map((each) => typedLimit(each, KNOWN));
    expect(rows).toMatchObject([
      { unit: 'token', perIntent: '1.5', perDay: '' },
      { unit: 'base', perIntent: '7', perDay: '1000000' },
    ]);
    expect(limitsOf(rows, KNOWN, isKey)).toEqual([limit, other]);
  });

  test('name what is wrong with them, field by field', () => {
    const rows = [limit, limit, { ...limit, mint: 'x' }].map((each) => typedLimit(each, KNOWN));
    expect(wrongOf(rows, 0, KNOWN, isKey)).toEqual({});
    expect(Object.keys(wrongOf(rows, 1, KNOWN, isKey))).toEqual(['mint']);
    expect(limitsOf(rows, KNOWN, isKey)).toBeUndefined();
    const [row] = rows;
    const typed = row ? [{ ...row, perDay: '0.0000000001' }] : [];
    expect(Object.keys(wrongOf(typed, 0, KNOWN, isKey))).toEqual(['perDay']);
  });
});

describe('what changes', () => {
  test('of a policy is told in words, and whether it takes a signature', () => {
    const next = { ...OPEN, allowed_venues: ['jupiter'], counterparties_only: true };
    expect(policyChanges(OPEN, next)).toEqual([
      { name: 'Venues', before: 'all', after: 'jupiter' },
      { name: 'Tokens go to', before: 'anyone', after: 'registered counterparties only' },
    ]);
    expect([policyWidens(OPEN, next, []), policyWidens(next, OPEN, [])]).toEqual([false, true]);
  });

  test('of limits is told in both units', () => {
    const [now, next] = [1_500_000_000n, 2_000_000_000n].map((per_intent) => [
      { mint: NATIVE_MINT as string, per_intent, per_day: null },
    ]);
    expect(limitsChanges(now ?? [], next ?? [], KNOWN)).toEqual([
      {
        name: 'So11…1112, one intent',
        before: '1.5 (1,500,000,000 base units)',
        after: '2 (2,000,000,000 base units)',
      },
    ]);
    expect([limitsWiden(now ?? [], next ?? []), limitsWiden(next ?? [], now ?? [])]).toEqual([true, false]);
  });

  test('of counterparties widens only where the policy binds to them, or a label is pointed elsewhere', () => {
    const next = [{ address: OTHER, label: 'Ada' }];
    expect(counterpartiesChanges([], next)).toEqual([
      { name: OTHER, before: 'not registered', after: 'Ada' },
    ]);
    expect(counterpartiesWiden(OPEN, [], next)).toBe(false);
    expect(counterpartiesWiden({ ...OPEN, counterparties_only: true }, [], next)).toBe(true);
    expect(counterpartiesWiden(OPEN, [{ address: NATIVE_MINT, label: 'Ada' }], next)).toBe(true);
  });

  test('by a request is read from what it would do, and by none of another kind', () => {
    const held = {
      ...{ switch: 'on', permission_mode: 'propose', policy: OPEN, limits: [], counterparties: [] },
      jurisdiction: null,
    };
    const changes = (kind: string, payload: unknown) => requestChanges({ kind, payload }, held, KNOWN);
    expect(changes('permission_mode', { permission_mode: 'delegate' })).toEqual([
      { name: 'Permission mode', before: 'propose', after: 'delegate' },
    ]);
    expect(changes('jurisdiction', { country: 'CH' })).toEqual([
      { name: 'Country', before: 'not declared', after: 'Switzerland (CH)' },
    ]);
    expect(changes('wallet_policy', OPEN)).toEqual([]);
    expect(changes('wallet_policy', { allowed_tools: 5 })).toBeUndefined();
    expect(changes('session_signer', {})).toBeUndefined();
  });
});

test('lists are typed one entry a line, and the first wrong one is named', () => {
  expect(linesOf(' a \n\nb, c')).toEqual(['a', 'b', 'c']);
  expect(wrongLine(['a', 'b'], policyName)).toBeUndefined();
  expect(wrongLine(['a', 'B c'], policyName)).toMatch(/^Line 2, “B c”/);
  expect(wrongLine(['a', 'a'], policyName)).toMatch(/^Line 2, “a”: it is a duplicate/);
});

describe('guardrails to start with', () => {
  const policy = {
    ...{ allowed_tools: null, denied_tools: ['swap'], allowed_mints: null, allowed_venues: null },
    counterparties_only: false,
  };
  const none = { permission_mode: 'delegate', policy, limits: [] } as const;

  test('are offered to owners whose agents may propose any amount of any token', () => {
    expect(isUnlimited(none)).toBe(true);
    expect(isUnlimited({ ...none, policy: { ...policy, allowed_mints: ['M'] } })).toBe(false);
    expect(isUnlimited(safeStart(none))).toBe(false);
  });

  test('let agents do less in every part, so that they apply without a signature', () => {
    const safe = safeStart(none);
    expect(policyWidens(policy, safe.policy, [])).toBe(false);
    expect(limitsWiden([], safe.limits)).toBe(false);
    expect(safe).toMatchObject({ permission_mode: 'propose', policy: { denied_tools: ['swap'] } });
    expect(safeStart({ ...none, permission_mode: 'observe' }).permission_mode).toBe('observe');
  });
});
