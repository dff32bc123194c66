import { expect, test } from 'vitest';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { role, transactionOf, wallet } from '../venues/chain-of.ts';
import { openVenueApi } from './support/venue-api.ts';
import { decisionsOfVenues, LST, SOL } from './support/venue-suite.ts';

const store = decisionsOfVenues();
const TRIGGER = parsePubkey('j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X');
const ORDER = { input_mint: NATIVE_MINT, output_mint: LST, amount: '1000', minimum_out: '2000' };
const PLACE = { action: 'place_limit_order', arguments: ORDER };
const OPEN = {
  ...{ orderKey: LST, inputMint: NATIVE_MINT, outputMint: LST, createdAt: '2026-10-01T11:00:00Z' },
  ...{ rawRemainingMakingAmount: '1000', rawRemainingTakingAmount: '2000' },
};

test('a standing order is proposed with the scope intent, signed, and listed with the scope read', async () => {
  let transaction = '';
  await using jupiter = await startScriptedHttp(({ path }) => {
    const answer = path.startsWith('/trigger/v1/getTriggerOrders')
      ? { orders: [OPEN], totalPages: 1 }
      : { transaction };
    return { status: 200, body: JSON.stringify(answer) };
  });
  const settings = { JUPITER_API_URL: `${jupiter.url}/swap/v2`, JUPITER_PROGRAMS: TRIGGER };
  const under = await openVenueApi(store.oltp, settings);
  const owner = under.owner.address;
  const data = Buffer.alloc(34);
  data.writeBigUInt64LE(1_000n, 16);
  data.writeBigUInt64LE(2_000n, 24);
  const accounts = [LST, owner, LST, LST, LST, LST, LST, NATIVE_MINT, LST];
  const roles = accounts.map((one) => role(one, { signer: one === owner, writable: one === owner }));
  const placed = transactionOf(owner, [{ program: TRIGGER, accounts: roles, data }]);
  transaction = Buffer.from(placed).toString('base64');
  under.chain.before = new Map([[owner, wallet(SOL)]]);
  under.chain.after = new Map([[owner, wallet(SOL - 6_001n)]]);

  const { plan } = await under.call('create_execution_intent', PLACE, ['intent']);
  expect(plan).toMatchObject({
    gives: [{ mint: NATIVE_MINT, amount: '1000' }],
    receives: [{ mint: LST, amount: '2000' }],
    ...{ fees: null, route: { venue: 'jupiter_orders' } },
  });
  const { intent } = await under.propose('create_execution_intent', PLACE);
  expect(intent.summary).toContain('once they give 2000 base units');
  expect(await under.handOut(intent.id)).toMatchObject({ status: 200 });

  const listed = await under.call('list_venue', { venue: 'orders', list: 'orders' }, ['read']);
  expect(listed).toMatchObject({ venue: 'jupiter_orders', orders: [{ order_id: LST, market: 'limit' }] });

  under.chain.after = new Map([[owner, wallet(SOL - 6_002n)]]);
  expect(await under.call('create_execution_intent', PLACE)).toMatchObject({
    code: 'venue_transaction_refused',
  });
});

test('without the programs of orders there are none', async () => {
  const under = await openVenueApi(store.oltp, { JUPITER_API_URL: 'https://api.jup.ag/swap/v2' });
  for (const [tool, raw] of [
    ['create_execution_intent', PLACE],
    ['list_venue', { venue: 'orders', list: 'orders' }],
  ] as const) {
    expect(await under.call(tool, raw)).toMatchObject({
      code: 'venue_not_configured',
      detail: expect.stringContaining('JUPITER_PROGRAMS'),
    });
  }
});
