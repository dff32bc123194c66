import fc from 'fast-check';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Move } from '../../../core/rules/moves.ts';
import type { SpendingLimit } from '../../../core/rules/spending-limits.ts';
import type { PolicyTerms } from '../../../core/rules/wallet-policy.ts';

/** Few names, so that lists and moves meet often. */
export const TOOLS = ['jupiter_swap', 'pledge_to_ilo', 'bridge_in'];
const VENUES = ['jupiter', 'desk'];
const KEYS = ['a', 'b', 'c'] as readonly string[] as readonly Pubkey[];

const some = <Name>(names: readonly Name[]) => fc.subarray([...names]);
const someOrAny = <Name>(names: readonly Name[]) => fc.option(some(names));
const amount = fc.bigInt({ min: 0n, max: 20n });

export const terms: fc.Arbitrary<PolicyTerms> = fc.record({
  policy: fc.record({
    allowedTools: someOrAny(TOOLS),
    deniedTools: some(TOOLS),
    allowedMints: someOrAny(KEYS),
    allowedVenues: someOrAny(VENUES),
    counterpartiesOnly: fc.boolean(),
  }),
  counterparties: some(KEYS),
});

export const move: fc.Arbitrary<Move> = fc.record({
  outflows: fc.array(fc.record({ mint: fc.constantFrom(...KEYS), amount }), { maxLength: 4 }),
  counterparties: some(KEYS),
  venue: fc.option(fc.constantFrom(...VENUES), { nil: undefined }),
});

export const limits: fc.Arbitrary<SpendingLimit[]> = fc.uniqueArray(
  fc.record({ mint: fc.constantFrom(...KEYS), perIntent: fc.option(amount), perDay: fc.option(amount) }),
  { selector: ({ mint }) => mint, maxLength: 3 },
);

export const spent: fc.Arbitrary<Map<string, bigint>> = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), amount))
  .map((pairs) => new Map<string, bigint>(pairs));
