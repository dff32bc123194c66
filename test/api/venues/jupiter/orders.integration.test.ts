import { describe, expect, test } from 'vitest';
import { jupiterVenues } from '../../../../api/venues/jupiter/venue.ts';
import type { Venue, VenueInstructions, VenueRequest } from '../../../../api/venues/venue.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { startScriptedHttp } from '../../../support/scripted-http.ts';
import { role, transactionOf } from '../chain-of.ts';
import { answerOf, json, optionsAt } from './support.ts';

const TRIGGER = parsePubkey('j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X');
const RECURRING = parsePubkey('DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M');
const SWAPS = parsePubkey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const MAKER = parsePubkey('devjnEpxbJUhJ39FSsFz7YPerr5bdxN8VWUXvfbFUK4');
const USER = parsePubkey('5dMXLJ8GYQxcHe2fjpttVkEpRrxcajRXZqJHCiCbWS4H');
const ORDER = parsePubkey('4DWzP4TdTsuwvYMaMWrRqzya4UTFKFoVjfUWNWh8zhzd');

/** A server of orders, and the venues of Jupiter there. */
async function serve(answer: (path: string) => unknown) {
  const server = await startScriptedHttp(({ path }) => json(answer(path)));
  const options = { ...optionsAt(server, 'the-key'), url: `${server.url}/swap/v2` };
  const [swaps, orders] = jupiterVenues({ ...options, programs: [SWAPS, TRIGGER, RECURRING] });
  const close = () => server[Symbol.asyncDispose]();
  return { server, swaps, orders: orders as Venue, [Symbol.asyncDispose]: close };
}

const requestOf = (
  action: string,
  owner: typeof MAKER,
  parameters: VenueRequest['parameters'],
): VenueRequest => ({ action, owner, parameters, asker: { lane: 'calls', client: owner } });

const SALE = { input_mint: NATIVE_MINT, output_mint: USDC } as const;
const LIMIT = { ...SALE, amount: '50000000', minimum_out: '100000000' };
const SERIES = { ...SALE, amount: '200000000', orders: 2, interval_seconds: 300 };
const limit = (change: object = {}) => requestOf('place_limit_order', MAKER, { ...LIMIT, ...change });
const series = (change: object = {}) => requestOf('place_recurring_order', USER, { ...SERIES, ...change });
const cancel = (change: object = {}) =>
  requestOf('cancel_standing_order', USER, { order_id: ORDER, order_type: 'recurring', ...change });
const bodyOf = (text: string | undefined) => JSON.parse(text ?? '');

test('the programs of orders are called by orders only, and none are offered without them', async () => {
  await using under = await serve(() => ({}));
  expect([under.swaps?.programs, under.orders.programs]).toEqual([[SWAPS], [TRIGGER, RECURRING]]);

  const options = { ...optionsAt(under.server), programs: [SWAPS] };
  expect(jupiterVenues({ ...options, url: `${under.server.url}/swap/v2` })).toHaveLength(1);
  expect(jupiterVenues({ ...options, programs: [TRIGGER] })).toHaveLength(1);
});

describe('a limit order', () => {
  test('is asked for below the same host, and its legacy transaction becomes instructions', async () => {
    await using under = await serve(() => answerOf('trigger-v1-create'));

    const built = (await under.orders.build?.(limit())) as VenueInstructions;

    const [asked] = under.server.questions;
    expect([asked?.method, asked?.path, asked?.headers['x-api-key']]).toEqual([
      ...['POST', '/trigger/v1/createOrder', 'the-key'],
    ]);
    expect(bodyOf(asked?.body)).toEqual({
      ...{ inputMint: NATIVE_MINT, outputMint: USDC, maker: MAKER, payer: MAKER, computeUnitPrice: 'auto' },
      params: { makingAmount: '50000000', takingAmount: '100000000' },
    });
    expect(built).toMatchObject({ kind: 'instructions', unitPrice: 15_406n });
    expect(built.instructions).toHaveLength(6);
    expect(built.instructions[4]).toMatchObject({
      program: TRIGGER,
      accounts: expect.arrayContaining([{ address: MAKER, signer: true, writable: true }]),
    });
  });

  test.for([
    ['for another amount', { amount: '50000001' }],
    ['at another price', { minimum_out: '100000001' }],
    ['for another token', { output_mint: MAKER }],
    ['with an end that was not asked for', { expires_at: 1_800_000_000 }],
  ] as const)('%s than the transaction says is refused', async ([, change]) => {
    await using under = await serve(() => answerOf('trigger-v1-create'));

    await expect(under.orders.build?.(limit(change))).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });

  test('may end', async () => {
    const data = Buffer.alloc(42);
    data.writeBigUInt64LE(50_000_000n, 16);
    data.writeBigUInt64LE(100_000_000n, 24);
    data[32] = 1;
    data.writeBigUInt64LE(1_800_000_000n, 33);
    const accounts = [SWAPS, MAKER, ORDER, ORDER, ORDER, ORDER, ORDER, NATIVE_MINT, parsePubkey(USDC)];
    const roles = accounts.map((one) => role(one, { signer: one === MAKER }));
    const transaction = transactionOf(MAKER, [{ program: TRIGGER, accounts: roles, data }]);
    await using under = await serve(() => ({ transaction: Buffer.from(transaction).toString('base64') }));

    expect(await under.orders.build?.(limit({ expires_at: 1_800_000_000 }))).toMatchObject({ unitPrice: 1n });
    expect(bodyOf(under.server.questions[0]?.body).params.expiredAt).toBe('1800000000');
    await expect(under.orders.build?.(limit())).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });

  test('that Jupiter refuses is not asked for again', async () => {
    const error = 'invalid create order request';
    const refusal = { status: 400, body: JSON.stringify({ error, code: 400 }) };
    await using server = await startScriptedHttp(() => refusal);
    const options = { ...optionsAt(server), url: `${server.url}/swap/v1`, programs: [TRIGGER] };
    const [, orders] = jupiterVenues(options);

    await expect(orders?.build?.(limit())).rejects.toMatchObject({ code: 'VENUE_REFUSED' });
    expect(server.questions).toHaveLength(1);
  });
});

describe('a recurring order', () => {
  test('is asked for by time, and its transaction says the same', async () => {
    await using under = await serve(() => answerOf('recurring-v1-create'));

    const built = (await under.orders.build?.(series())) as VenueInstructions;

    expect(under.server.questions[0]?.path).toBe('/recurring/v1/createOrder');
    const time = { inAmount: 200_000_000, numberOfOrders: 2, interval: 300 };
    expect(bodyOf(under.server.questions[0]?.body)).toEqual({
      ...{ user: USER, inputMint: NATIVE_MINT, outputMint: USDC },
      params: { time: { ...time, minPrice: null, maxPrice: null, startAt: null } },
    });
    expect(built.instructions.filter(({ program }) => program === RECURRING)).toHaveLength(1);
  });

  test.for([
    ['of another amount', { amount: '200000002' }],
    ['of more orders', { orders: 4 }],
    ['at another interval', { interval_seconds: 301 }],
  ] as const)('%s than the transaction says is refused', async ([, change]) => {
    await using under = await serve(() => answerOf('recurring-v1-create'));

    await expect(under.orders.build?.(series(change))).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });
});

describe('cancelling', () => {
  test('asks for the order by its kind, and takes no transaction about another', async () => {
    await using under = await serve(() => answerOf('recurring-v1-cancel'));

    expect(await under.orders.build?.(cancel())).toMatchObject({ kind: 'instructions' });
    const [asked] = under.server.questions;
    expect([asked?.path, bodyOf(asked?.body)]).toEqual([
      '/recurring/v1/cancelOrder',
      { user: USER, order: ORDER, recurringType: 'time' },
    ]);
    for (const change of [{ order_id: MAKER }, { order_type: 'limit' }])
      await expect(under.orders.build?.(cancel(change))).rejects.toMatchObject({ code: 'VENUE_FAILED' });
    expect(under.server.questions.at(-1)?.path).toBe('/trigger/v1/cancelOrder');
    expect(bodyOf(under.server.questions.at(-1)?.body)).toEqual({
      ...{ maker: USER, order: ORDER, computeUnitPrice: 'auto' },
    });
  });

  test.for(['', '!', Buffer.from('no transaction').toString('base64')])(
    'is refused with the transaction %j',
    async (transaction) => {
      await using under = await serve(() => ({ transaction }));

      await expect(under.orders.build?.(cancel())).rejects.toMatchObject({ code: 'VENUE_FAILED' });
    },
  );
});

describe('open orders', () => {
  const limits = answerOf('trigger-v1-orders');
  const [example] = answerOf('recurring-v1-orders').time;
  // The key of the example is no key: base58 has no capital I.
  const recurring = { time: [{ ...example, orderKey: ORDER }], totalPages: 1 };
  const list = (under: { orders: Venue }, parameters: VenueRequest['parameters']) =>
    under.orders.list?.('orders', {
      ...{ owner: USER, asker: { lane: 'calls', client: USER } },
      parameters: { limit: 20, ...parameters },
    });

  test('are limit orders first, then recurring ones with what they have left', async () => {
    await using under = await serve((path) => (path.startsWith('/trigger') ? limits : recurring));

    const first = await list(under, {});
    expect(first).toMatchObject({
      next_cursor: 'recurring-0',
      results: [
        {
          ...{ order_id: limits.orders[0].orderKey, market: 'limit', order_type: 'limit' },
          size: { asset: NATIVE_MINT, amount: '1000000000' },
          receives: { asset: USDC, amount: '200000000' },
          created_at: '2025-03-15T10:30:00.000Z',
        },
      ],
    });
    expect(await list(under, { cursor: 'recurring-0' })).toMatchObject({
      next_cursor: null,
      results: [{ market: 'recurring', size: { asset: USDC, amount: '90000000' }, receives: null }],
    });
    expect(await list(under, { market: 'limit' })).toMatchObject({ next_cursor: null });
    expect(await list(under, { market: 'SOL-PERP' })).toMatchObject({ results: [], next_cursor: null });
    const queries = under.server.questions.map(({ path }) => new URLSearchParams(path.split('?')[1]));
    expect(queries.map((query) => [query.get('user'), query.get('orderStatus'), query.get('page')])).toEqual(
      Array.from({ length: 3 }, () => [USER, 'active', '1']),
    );
    expect(queries[1]?.get('recurringType')).toBe('time');
  });

  test('are paged within and across the ten of a page at Jupiter', async () => {
    const orders = Array.from({ length: 10 }, () => limits.orders[0]);
    await using under = await serve(() => ({ ...limits, orders, totalPages: 2 }));

    expect(await list(under, { market: 'limit', limit: 4 })).toMatchObject({ next_cursor: 'limit-4' });
    const last = await list(under, { market: 'limit', limit: 4, cursor: 'limit-8' });
    expect([last?.results.length, last?.next_cursor]).toEqual([2, 'limit-10']);
    await list(under, { market: 'limit', limit: 4, cursor: 'limit-10' });
    expect(under.server.questions.at(-1)?.path).toContain('page=2');
  });

  test('are all that it lists', async () => {
    await using under = await serve(() => limits);
    const request = {
      owner: USER,
      asker: { lane: 'calls', client: USER },
      parameters: { limit: 1 },
    } as const;

    await expect(under.orders.list?.('rates', request)).rejects.toMatchObject({
      code: 'VENUE_LISTS_NOTHING',
    });
  });
});
