import { expect, test } from 'vitest';
import type { TokensContext } from '../../../../api/actions/tokens/context.ts';
import { findTokens } from '../../../../api/actions/tokens/find.ts';
import type { ReadName } from '../../../../api/actions/tokens/name-reader.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const [NORTH, SOUTH] = [pubkeyOf('north'), pubkeyOf('south')];
const called = (name: string | null, symbol: string | null): ReadName => ({
  ...{ name, symbol, uri: '', namedBy: 'metadata_account', slot: 7n },
});
const NAMES: ReadonlyMap<Pubkey, ReadName> = new Map([
  [NORTH, called('Northwind', 'NWD')],
  [SOUTH, called(null, 'STH')],
]);

const mint = Buffer.alloc(82);
mint[45] = 1;
const context: TokensContext = {
  chain: {
    accounts: async (addresses) => ({
      slot: 9n,
      held: addresses.map((address) =>
        NAMES.has(address) ? { owner: TOKEN_PROGRAM_ID, lamports: 1n, data: mint } : undefined,
      ),
    }),
    tokens: async () => [],
    history: async () => [],
    change: async () => undefined,
  },
  ...{ commitment: 'confirmed', market: undefined, clock: systemClock },
  known: [{ mint: SOUTH, symbol: 'STH', by: 'TOKEN_SYMBOLS' }],
  launchNames: async () => NAMES,
};

async function found(query: string) {
  const { results, searched } = await findTokens(
    context,
    { query, limit: 10 },
    { lane: 'calls', client: 'anyone' },
  );
  expect(searched).toEqual(['TOKEN_SYMBOLS', 'well-known symbols', 'tokens of the newest launches']);
  return results.map(({ mint: address, symbol_by }) => [address, symbol_by]);
}

test('a token of a launch is found by its own name or symbol, for which nobody vouches', async () => {
  expect(await found('north')).toEqual([[NORTH, null]]);
  expect(await found('nwd')).toEqual([[NORTH, null]]);
  expect(await found('nothing')).toEqual([]);
});

test('a token that the operator names comes once, with the operator’s word', async () => {
  expect(await found('sth')).toEqual([[SOUTH, 'TOKEN_SYMBOLS']]);
});
