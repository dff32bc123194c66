import { describe, expect, test } from 'vitest';
import {
  BASE_SCOPES,
  EXECUTION_LIFETIME_MS,
  EXECUTION_SCOPES,
  lifetimeOf,
  needsConfirmation,
  orderedScopes,
  SCOPES,
} from '../../../core/rules/scopes.ts';

describe('scopes of credentials', () => {
  test('one execution scope makes the expiry hard, whatever stands beside it', () => {
    for (const scope of EXECUTION_SCOPES) {
      expect(lifetimeOf('token', ['read', scope])).toBe(EXECUTION_LIFETIME_MS);
      expect(lifetimeOf('key', [scope, 'manage'])).toBe(EXECUTION_LIFETIME_MS);
    }
    expect(EXECUTION_LIFETIME_MS).toBe(7_776_000_000);
  });

  test('base scopes and manage last 180 days in a token and 365 in a key', () => {
    const DAY_MS = 86_400_000;
    for (const scopes of [[...BASE_SCOPES], ['read', 'manage']] as const) {
      expect(lifetimeOf('token', scopes)).toBe(180 * DAY_MS);
      expect(lifetimeOf('key', scopes)).toBe(365 * DAY_MS);
    }
  });

  test('manage and every execution scope need the owner to sign, base scopes do not', () => {
    const needing = SCOPES.filter((scope) => needsConfirmation([scope]));

    expect(needing).toEqual(['manage', 'trade', 'strategy', 'perps', 'equity', 'wallet_admin']);
  });

  test('scopes are listed once each, in the order of the table', () => {
    expect(orderedScopes(['trade', 'read', 'trade', 'quote'])).toEqual(['read', 'quote', 'trade']);
  });
});
