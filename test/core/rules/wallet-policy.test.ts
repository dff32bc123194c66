import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPEN_POLICY, policyBreach, policyWidens } from '../../../core/rules/wallet-policy.ts';
import { move, TOOLS, terms } from './guardrail-arbitraries.ts';

/** All calls that a few names allow; one tool that no list names stands for all others. */
const call = fc.record({
  tool: fc.constantFrom(...TOOLS, 'unlisted'),
  move: fc.option(move, { nil: undefined }),
});

describe('a policy', () => {
  test('that restricts nothing lets every call pass', () => {
    fc.assert(
      fc.property(call, ({ tool, move: asked }) => {
        expect(policyBreach({ policy: OPEN_POLICY, counterparties: [] }, tool, asked)).toBeUndefined();
      }),
    );
  });

  test('that does not widen lets nothing pass that was refused before', () => {
    fc.assert(
      fc.property(terms, terms, call, (now, next, { tool, move: asked }) => {
        fc.pre(!policyWidens(now, next));
        if (policyBreach(now, tool, asked)) expect(policyBreach(next, tool, asked)).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  test('widens itself never, and what is open by nothing but a name widens', () => {
    fc.assert(fc.property(terms, (same) => !policyWidens(same, same)));
    const open = { policy: OPEN_POLICY, counterparties: [] };
    const denied = { ...open, policy: { ...OPEN_POLICY, deniedTools: ['bridge_in'] } };
    const allowed = { ...open, policy: { ...OPEN_POLICY, allowedTools: ['bridge_in'] } };
    expect([policyWidens(denied, open), policyWidens(open, denied)]).toEqual([true, false]);
    expect([policyWidens(allowed, open), policyWidens(open, allowed)]).toEqual([true, false]);
    expect(policyWidens(denied, allowed)).toBe(true);
  });

  test.for([
    [{ allowedTools: [] }, 'tool'],
    [{ deniedTools: ['bridge_in'] }, 'tool'],
    [{ allowedTools: ['bridge_in'], deniedTools: ['bridge_in'] }, 'tool'],
    [{ allowedMints: [] }, 'mint'],
    [{ allowedVenues: [] }, 'venue'],
    [{ counterpartiesOnly: true }, 'counterparty'],
  ] as const)('of %o names the %s that it does not allow', ([part, of]) => {
    const policy = { ...OPEN_POLICY, ...part };
    const key = 'a' as never;
    const asked = { outflows: [{ mint: key, amount: 1n }], counterparties: [key], venue: 'desk' };
    expect(policyBreach({ policy, counterparties: [] }, 'bridge_in', asked)).toMatchObject({ of });
  });
});
