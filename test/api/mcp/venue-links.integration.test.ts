import { expect, test } from 'vitest';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { openVenueApi } from './support/venue-api.ts';
import { decisionsOfVenues } from './support/venue-suite.ts';

const store = decisionsOfVenues();
const SETTINGS = {
  VENUE_BRIDGE_LINK:
    'https://ferry.example/{action}/?from={mint}&amount={amount}&to={destination_address}&on={destination_chain}&source={source_chain}',
  VENUE_OFFRAMP_LINK: 'https://cash.example/sell?wallet={owner}&into={currency}#amount={amount}',
};

test('a bridge and a provider that pays out are links, filled in as the agent asked', async () => {
  const under = await openVenueApi(store.oltp, SETTINGS);
  const { owner } = under;
  const out = { mint: NATIVE_MINT, amount: '1000', destination_chain: 'base' };
  const to = { destination_address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const { intent } = await under.propose('bridge_out', { ...out, ...to });
  expect(intent).toMatchObject({
    ...{ has_transaction: false, outflows: [{ mint: NATIVE_MINT, amount: '1000' }] },
    hand_off: {
      url: `https://ferry.example/bridge_out/?from=${NATIVE_MINT}&amount=1000&to=${to.destination_address}&on=base&source=`,
      note: expect.stringContaining('cannot check'),
    },
  });
  const sale = { mint: NATIVE_MINT, amount: '5', currency: 'EUR' };
  const { plan } = await under.call('offramp_to_fiat', sale);
  expect(plan.hand_off.url).toBe(`https://cash.example/sell?wallet=${owner.address}&into=EUR#amount=5`);
  expect(plan.transaction).toBeNull();
});

test('no argument changes the host, the path or the names of a link', async () => {
  const under = await openVenueApi(store.oltp, {
    VENUE_BRIDGE_LINK: 'https://ferry.example/{destination_chain}/?token={source_token}',
  });
  const given = { source_chain: 'base', source_token: 'native', amount: '7', output_mint: NATIVE_MINT };
  const { plan } = await under.call('bridge_in', given);
  expect(new URL(plan.hand_off.url).host).toBe('ferry.example');
  expect(plan.hand_off.url).toBe('https://ferry.example//?token=native');
});
