import { describe, expect, test } from 'vitest';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { btcLongOf, recorded } from '../venues/jupiter/perps/support.ts';
import { openVenueApi } from './support/venue-api.ts';
import { decisionsOfVenues } from './support/venue-suite.ts';

const store = decisionsOfVenues();
const PROGRAM = 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OPEN = { market: 'BTC-PERP', margin_mint: USDC, margin: '1000', leverage: 5, slippage_bps: 50 };

/** A node with the recorded accounts, to which a test may add some, and an owner whose venues read it. */
async function overNode(settings: Readonly<Record<string, string>> = {}) {
  const accounts = recorded();
  const node = await startScriptedHttp(({ body }) => {
    const { id, params } = JSON.parse(body);
    if (params === undefined) return { status: 404, body: '' };
    const value = params[0].map((address: never) => {
      const { owner, data = '' } = accounts.get(address) ?? {};
      return owner ? { owner, lamports: 1, data: [Buffer.from(data).toString('base64'), 'base64'] } : null;
    });
    const result = { context: { slot: 443_588_302 }, value };
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
  });
  const under = await openVenueApi(store.oltp, {
    ...{ SOLANA_RPC_URL: node.url, JUPITER_PROGRAMS: PROGRAM, ...settings },
  });
  accounts.set(...btcLongOf(under.owner.address));
  return { under, accounts, node, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() };
}

describe('the perpetual exchange of Jupiter', () => {
  test('lists markets, rates and the owner’s positions with the scope read alone', async () => {
    await using opened = await overNode();
    const list = (what: string) =>
      opened.under.call('list_venue', { venue: 'jupiter_perps', list: what }, ['read']);
    expect(await list('markets')).toMatchObject({
      venue: 'jupiter_perps',
      markets: [{ market: 'SOL-PERP', max_leverage: 500, sides: [{}, {}] }, {}, { price: '77285.117361' }],
    });
    expect(await list('rates')).toMatchObject({ rates: { length: 6 } });
    expect(await list('positions')).toMatchObject({
      positions: [{ market: 'BTC-PERP', side: 'long', leverage: '17.42', unrealised: { amount: '383890' } }],
    });
    expect(await list('orders')).toMatchObject({ code: 'venue_lists_nothing' });
  });

  test('is the venue for perpetual markets unless the operator configured a service, which comes first', async () => {
    await using opened = await overNode();
    expect(await opened.under.call('list_venue', { venue: 'perps', list: 'rates' })).toMatchObject({
      venue: 'jupiter_perps',
    });
    await using served = await overNode({ VENUE_PERPS_URL: opened.node.url });
    expect(await served.under.call('list_venue', { venue: 'perps', list: 'rates' })).toMatchObject({
      ...{ code: 'venue_refused', detail: expect.stringContaining('Venue perps ') },
    });
  });

  test('takes trades on its own pages, and says so', async () => {
    await using opened = await overNode();
    expect(await opened.under.propose('perp_open_long', OPEN)).toMatchObject({
      intent: { hand_off: { url: 'https://jup.ag/perps', note: expect.stringContaining('jupiter_perps') } },
    });
  });

  test('is not there without its program or a node', async () => {
    const without = await openVenueApi(store.oltp, { JUPITER_PROGRAMS: PROGRAM });
    expect(await without.call('list_venue', { venue: 'jupiter_perps', list: 'markets' })).toMatchObject({
      ...{ code: 'venue_not_configured', detail: expect.stringContaining('JUPITER_PROGRAMS') },
    });
  });

  test('fails as a venue does while the node does not answer', async () => {
    await using opened = await overNode({ SOLANA_RPC_URL: 'http://127.0.0.1:9' });
    const answer = await opened.under.call('list_venue', { venue: 'jupiter_perps', list: 'markets' });
    expect(answer).toMatchObject({
      code: 'venue_failed',
      detail: expect.stringContaining('cannot be reached'),
    });
  });
});
