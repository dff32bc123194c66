import { describe, expect, test } from 'vitest';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { btcLongOf, type Held, recorded, requestOf } from '../venues/jupiter/perps/support.ts';
import { openVenueApi } from './support/venue-api.ts';
import { decisionsOfVenues } from './support/venue-suite.ts';

const store = decisionsOfVenues();
const PROGRAM = 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OPEN = { market: 'BTC-PERP', margin_mint: USDC, margin: '1000', leverage: 5, slippage_bps: 50 };

/** A node with the recorded accounts, to which a test may add some, and an owner whose venues read it. */
async function overNode(settings: Readonly<Record<string, string>> = {}) {
  const accounts = recorded();
  const requests: Held[] = [];
  const node = await startScriptedHttp(({ body }) => {
    const { id, method, params } = JSON.parse(body);
    if (params === undefined) return { status: 404, body: '' };
    const shown = (held: Held | undefined) =>
      held && { owner: held.owner, lamports: 1, data: [Buffer.from(held.data).toString('base64'), 'base64'] };
    const value = () => params[0].map((address: Pubkey) => shown(accounts.get(address)) ?? null);
    const result =
      method === 'getProgramAccounts'
        ? requests.map((held) => ({ pubkey: pubkeyOf('a request'), account: shown(held) }))
        : { context: { slot: 443_588_302 }, value: value() };
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
  });
  const under = await openVenueApi(store.oltp, {
    ...{ SOLANA_RPC_URL: node.url, JUPITER_PROGRAMS: PROGRAM, ...settings },
  });
  accounts.set(...btcLongOf(under.owner.address));
  requests.push(await requestOf(under.owner.address, { side: 'long', change: 'Decrease', trigger: 90_000 }));
  return { under, node, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() };
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
    expect(await list('orders')).toMatchObject({ orders: [{ order_type: 'take_profit', price: '90000' }] });
    const { params } = JSON.parse(opened.node.questions.at(-1)?.body ?? '');
    expect(params).toMatchObject([
      PROGRAM,
      { filters: [{}, { memcmp: { offset: 8, bytes: opened.under.owner.address } }] },
    ]);
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
