import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Hold, holdOfScope, isAudited } from '../../../core/rules/gates.ts';
import { modeForbids, modeWidens, PERMISSION_MODES } from '../../../core/rules/permission-mode.ts';
import {
  declarationWidens,
  GATED_MARKETS,
  marketIs,
  marketOfScope,
  marketOfStrategy,
} from '../../../core/rules/restricted-markets.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { SWITCH_STATES, stoppedBy, switchWidens } from '../../../core/rules/wallet-switch.ts';
import { STRATEGY_KIND_NAMES } from '../../../schemas/strategies/kinds.ts';

const HOLDS: readonly Hold[] = ['all', 'kill', 'none'];

describe('a gate', () => {
  test('holds tools by their scope', () => {
    expect(Object.fromEntries(SCOPES.map((scope) => [scope, holdOfScope(scope)]))).toEqual({
      ...{ read: 'none', quote: 'none', intent: 'all', manage: 'kill', trade: 'all', strategy: 'all' },
      ...{ perps: 'all', equity: 'all', wallet_admin: 'kill' },
    });
  });

  test('leaves an audit log of everything but reads and quotes, and of what stops agents', () => {
    const unaudited = SCOPES.filter((scope) => !isAudited({ scope, stopsAgents: false }));
    expect(unaudited).toEqual(['read', 'quote']);
    expect(isAudited({ scope: 'read', stopsAgents: true })).toBe(true);
  });
});

describe('the switch and the permission mode', () => {
  test('let less pass the stricter they are, and widen on the way back alone', () => {
    for (const now of SWITCH_STATES) {
      for (const next of SWITCH_STATES) {
        const opened = HOLDS.some((hold) => stoppedBy(now, hold) && !stoppedBy(next, hold));
        expect([now, next, switchWidens(now, next)]).toEqual([now, next, opened]);
      }
    }
    for (const now of PERMISSION_MODES) {
      for (const next of PERMISSION_MODES) {
        const later = PERMISSION_MODES.indexOf(next) > PERMISSION_MODES.indexOf(now);
        expect([now, next, modeWidens(now, next)]).toEqual([now, next, later]);
      }
    }
  });

  test('hold what their states say', () => {
    expect(HOLDS.map((hold) => stoppedBy('killed', hold))).toEqual(['kill', 'kill', undefined]);
    expect(HOLDS.map((hold) => stoppedBy('paused', hold))).toEqual(['pause', undefined, undefined]);
    expect(HOLDS.map((hold) => modeForbids('observe', hold))).toEqual([true, false, false]);
    expect(HOLDS.some((hold) => modeForbids('propose', hold) || modeForbids('delegate', hold))).toBe(false);
  });
});

describe('a gated market', () => {
  const list = fc.subarray(['CH', 'SG', 'FR']);
  const lists = fc.record({ perps: list, equity: list, offramp: list });
  const country = fc.constantFrom('CH', 'SG', 'FR', 'US');

  test('is that of a scope or of a kind of strategies', () => {
    const ofScopes = SCOPES.map((scope) => [scope, marketOfScope(scope)]);
    expect(ofScopes.filter(([, market]) => market)).toEqual([
      ['perps', 'perps'],
      ['equity', 'equity'],
    ]);
    const ofKinds = STRATEGY_KIND_NAMES.map((kind) => [kind, marketOfStrategy(kind)]);
    expect(Object.fromEntries(ofKinds.filter(([, market]) => market))).toEqual({
      ...{ perp_grid: 'perps', basis_trade: 'perps', hedge: 'perps', equity_dca: 'equity' },
    });
    expect(marketOfStrategy('constructor')).toBeUndefined();
  });

  test('is unknown until a country is declared, and open where its own list says so', () => {
    fc.assert(
      fc.property(lists, country, fc.constantFrom(...GATED_MARKETS), (held, declared, market) => {
        expect(marketIs(held, market, undefined)).toBe('unknown');
        expect(marketIs(held, market, declared) === 'open').toBe(held[market].includes(declared));
      }),
    );
  });

  test('is opened by a declaration exactly when that widens', () => {
    fc.assert(
      fc.property(lists, country, country, (held, now, next) => {
        const opened = GATED_MARKETS.some(
          (market) => marketIs(held, market, now) !== 'open' && marketIs(held, market, next) === 'open',
        );
        expect(declarationWidens(held, now, next)).toBe(opened);
      }),
    );
  });
});
