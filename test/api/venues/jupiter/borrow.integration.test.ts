import { describe, expect, test } from 'vitest';
import { positionsOf, whyNotWatched } from '../../../../api/actions/alerts/positions.ts';
import { jupiterVenues } from '../../../../api/venues/jupiter/venue.ts';
import type { Venue } from '../../../../api/venues/venue.ts';
import { venuesOf } from '../../../../api/venues/venues.ts';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { VENUE_PAGES, type VenueList } from '../../../../schemas/venues/protocol.ts';
import { startScriptedHttp } from '../../../support/scripted-http.ts';
import { answerOf, json, optionsAt } from './support.ts';

const VAULTS = parsePubkey('jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi');
const SWAPS = parsePubkey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OWNER = parsePubkey('HYbxGkNvEwvZ14RzJHPB9h3dWfXjxwAEhkyzJRHx1hBf');
const [MARKETS, LOANS] = [answerOf('lend-v1-vaults'), answerOf('lend-v1-loans')];
const [LOAN] = LOANS;

/** A server of the Borrow API, and the venue there. */
async function serve(loans: unknown = LOANS, markets: unknown = MARKETS) {
  const server = await startScriptedHttp(({ path }) =>
    json(path.startsWith('/lend/v1/borrow/vaults') ? markets : loans),
  );
  const options = { ...optionsAt(server, 'the-key'), url: `${server.url}/swap/v2` };
  const venues = jupiterVenues({ ...options, programs: [SWAPS, VAULTS] });
  const close = () => server[Symbol.asyncDispose]();
  return { server, venues, loans: venues[1] as Venue, [Symbol.asyncDispose]: close };
}

const listed = (venue: Venue, list: VenueList, owner: Pubkey | undefined = undefined) =>
  venue.list?.(list, { owner, parameters: { limit: 20 }, asker: { lane: 'calls', client: OWNER } });

test('its program is named for it alone, and no transaction of it is built', async () => {
  await using under = await serve();
  expect(under.venues.map(({ name, programs }) => [name, programs])).toEqual([
    ['jupiter', [SWAPS]],
    ['jupiter_borrow', [VAULTS]],
  ]);
  expect(under.loans.build).toBeUndefined();
});

describe('lists', () => {
  test('name vaults with the price of the collateral, and the rates that Jupiter gives', async () => {
    await using under = await serve();
    const markets = await listed(under.loans, 'markets');
    expect(markets).toMatchObject({
      results: [{ market: 'vault-1', assets: [NATIVE_MINT, USDC], price: '68.421501911708' }],
    });
    expect(VENUE_PAGES.markets.safeParse(markets).success).toBe(true);
    expect(await listed(under.loans, 'rates')).toMatchObject({
      results: [{ market: 'vault-1', asset: USDC, kind: 'borrow', per_year_bps: '471' }],
    });
  });

  test('name the loans of an owner, and the price at which each may be liquidated', async () => {
    await using under = await serve();
    const page = await listed(under.loans, 'positions', OWNER);
    expect(page?.results).toMatchObject([
      {
        ...{ position_id: '9062', market: 'vault-1', side: 'long', mark_price: '68.421501911708' },
        ...{ size: { asset: USDC, amount: '1100000' }, margin: { asset: NATIVE_MINT, amount: '30000000' } },
        // 1.1 USDC are 85 % of 0.03 SOL.
        liquidation_price: '43.13725490196',
      },
    ]);
    expect(VENUE_PAGES.positions.safeParse(page).success).toBe(true);
    expect(under.server.questions[0]?.path).toBe(`/lend/v1/borrow/positions?users=${OWNER}`);
    expect(under.server.questions[0]?.headers['x-api-key']).toBe('the-key');
  });

  test.for([
    ['without a debt', { borrow: '0', dustBorrow: '0' }],
    ['without collateral', { supply: '0' }],
    [
      'in a vault whose threshold is not given',
      { vault: { ...LOAN.vault, liquidationThreshold: undefined } },
    ],
  ] as const)('give a loan %s no liquidation price', async ([, change]) => {
    await using under = await serve([{ ...LOAN, ...change }]);
    const page = await listed(under.loans, 'positions', OWNER);
    expect(page?.results).toMatchObject([{ liquidation_price: null }]);
  });

  test.for([
    ['of another owner', { ownerAddress: USDC }],
    ['of a vault without its tokens', { vault: { id: 1 } }],
    ['with an amount that is not one', { borrow: '1.5' }],
  ] as const)('with a loan %s are refused', async ([, change]) => {
    await using under = await serve([{ ...LOAN, ...change }]);
    await expect(listed(under.loans, 'positions', OWNER)).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });

  test('of many vaults may take more than 256 KiB, and orders are none', async () => {
    const many = Array.from({ length: 78 }, (_, id) => ({
      ...MARKETS[0],
      id,
      oracleSources: 'x'.repeat(6_000),
    }));
    await using under = await serve(LOANS, many);
    expect(await listed(under.loans, 'markets')).toMatchObject({ next_cursor: 'at-20' });
    await expect(listed(under.loans, 'orders', OWNER)).rejects.toMatchObject({ code: 'VENUE_LISTS_NOTHING' });
  });
});

test('a loan is watched by its distance, which is nothing once the price has passed its liquidation', async () => {
  const fallen = { ...LOAN.vault, supplyToken: { ...LOAN.vault.supplyToken, price: '40' } };
  await using under = await serve([{ ...LOAN, vault: fallen }]);
  const venues = venuesOf([under.loans], { now: () => 0, sleep: async () => {} });
  expect(whyNotWatched(venues, 'jupiter_borrow')).toBeUndefined();
  const seen = await positionsOf(venues, { owner: OWNER, venue: 'jupiter_borrow', market: 'vault-1' });
  expect(seen).toMatchObject({ count: 1, nearest: { distance: 0n } });
});
