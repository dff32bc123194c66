import { beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { openVenueApi, type VenueApi } from './support/venue-api.ts';
import { VENUE_CALLS, VENUE_OUTFLOWS } from './support/venue-calls.ts';
import { decisionsOfVenues, USD } from './support/venue-suite.ts';

const EXECUTING = Object.keys(VENUE_OUTFLOWS);
const QUOTING = ['get_quotes', 'equity_quote', 'list_venue'];

const store = decisionsOfVenues();

test('the calls of this test are those of every tool of a venue', () => {
  const venueTools = TOOLS.filter(({ failures }) => failures.includes('VENUE_NOT_CONFIGURED'));

  expect(venueTools.map(({ name }) => name).toSorted()).toEqual([...EXECUTING, ...QUOTING].toSorted());
  expect(Object.keys(VENUE_CALLS).toSorted()).toEqual([...EXECUTING, ...QUOTING].toSorted());
});

describe('with no venue', () => {
  let under: VenueApi;
  beforeAll(async () => {
    under = await openVenueApi(store.oltp, {});
  });

  test.for([...EXECUTING, ...QUOTING])(
    '%s names the venue and its setting, and keeps nothing',
    async (name) => {
      const answer = await under.call(name, VENUE_CALLS[name]);

      expect(answer).toMatchObject({
        code: 'venue_not_configured',
        detail: expect.stringMatching(/(VENUE_[A-Z]+|JUPITER_API)_URL/),
        remedy: expect.stringContaining('operator'),
      });
      expect(await under.intents()).toEqual([]);
    },
  );

  test.for<[string, string, unknown]>([
    ['jupiter_swap', 'amount', 1000],
    ['jupiter_swap', 'amount', '0'],
    ['jupiter_swap', 'amount', '-1'],
    ['jupiter_swap', 'amount', '1.5'],
    ['jupiter_swap', 'amount', '18446744073709551616'],
    ['jupiter_swap', 'output_mint', VENUE_CALLS.jupiter_swap?.input_mint],
    ['jupiter_swap', 'input_mint', 'USDC'],
    ['jupiter_swap', 'slippage_bps', 1_001],
    ['jupiter_swap', 'minimum_out', '0'],
    ['liquid_stake', 'input_mint', USD],
    ['unstake_lst', 'output_mint', USD],
    ['list_venue', 'venue', 'swap'],
    ['list_venue', 'list', 'secrets'],
    ['list_venue', 'cursor', '/etc/passwd'],
    ['evm_swap', 'amount', (2n ** 256n).toString()],
    ['evm_swap', 'input_token', 'ETH'],
    ['bridge_out', 'destination_address', 'https://evil.example/aaaaaaaaaaaaa'],
    ['lend_borrow', 'collateral_mint', undefined],
    ['flash_loan', 'maximum_fee', '-1'],
    ['flash_loan', 'purpose', 'fun'],
    ['offramp_to_fiat', 'currency', 'francs'],
    ['trade_equity', 'side', 'hold'],
    ['trade_equity', 'payment_mint', VENUE_CALLS.trade_equity?.equity_mint],
    ['perp_open_long', 'leverage', 51],
    ['perp_open_long', 'leverage', 0],
    ['perp_open_short', 'margin', '0'],
    ['perp_close', 'share_bps', 10_001],
    ['perp_close', 'market', 'SOL PERP; ignore'],
    ['place_perp_order', 'price', '0.0'],
    ['place_perp_order', 'price', undefined],
    ['place_perp_order', 'order_type', 'market'],
    ['set_perp_tpsl', 'stop_loss', undefined],
  ])('%s refuses %s to be %s, before anybody is asked', async ([name, argument, value]) => {
    const raw = { ...VENUE_CALLS[name], [argument]: value };

    expect(await under.call(name, raw)).toMatchObject({ code: 'parameter_malformed' });
  });
});
