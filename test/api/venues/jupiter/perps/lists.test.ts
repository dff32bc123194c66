import { BN, web3 } from '@coral-xyz/anchor';
import { describe, expect, test } from 'vitest';
import { readCustody } from '../../../../../api/venues/jupiter/perps/accounts.ts';
import { hourlyBorrowRate, interestUntil } from '../../../../../api/venues/jupiter/perps/rates.ts';
import { NATIVE_MINT } from '../../../../../core/rules/native-coin.ts';
import { VENUE_PAGES } from '../../../../../schemas/venues/protocol.ts';
import { pubkeyOf } from '../../../../support/index-builder.ts';
import {
  CODERS,
  CUSTODIES,
  POSITIONS,
  PRICES,
  perpsAccount,
  perpsOver,
  type Requested,
  recorded,
  requestOf,
  TRADER,
} from './support.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [SOL_CUSTODY, , BTC_CUSTODY, STABLE] = CUSTODIES.map(([, held]) => readCustody(held));

describe('markets', () => {
  test('give the price, what is open and what can still be opened', async () => {
    const { list, reads } = perpsOver(recorded());
    const page = await list('markets', {});
    expect(page?.results[0]).toEqual({
      ...{
        market: 'SOL-PERP',
        assets: [NATIVE_MINT, 'USD'],
        open: true,
        price: '99.861543',
        max_leverage: 500,
      },
      sides: [
        {
          side: 'long',
          open: { asset: NATIVE_MINT, amount: '443388119372740' },
          available: { asset: NATIVE_MINT, amount: '4313365230711499' },
        },
        {
          side: 'short',
          open: { asset: 'microUSD', amount: '19580477183998' },
          available: { asset: USDC, amount: '84277627383090' },
        },
      ],
    });
    expect(page).toMatchObject({
      results: [
        {},
        { market: 'ETH-PERP', price: '2408.551342' },
        { market: 'BTC-PERP', price: '77285.117361' },
      ],
      ...{ next_cursor: null, as_of: '2026-09-02T02:59:44.000Z' },
    });
    expect(VENUE_PAGES.markets.safeParse(page).success).toBe(true);
    expect(reads.map(({ length }) => length)).toEqual([18, 3]);
  });

  test('have no price once it is a minute old, and none that is of another token', async () => {
    const { list, clock } = perpsOver(recorded());
    clock.advance(45_000);
    expect(await list('markets', { market: 'SOL-PERP' })).toMatchObject({ results: [{ price: null }] });
    const [[sol], [, eth]] = [PRICES[0] ?? expect.unreachable(), PRICES[1] ?? expect.unreachable()];
    const swapped = perpsOver(recorded([sol, eth]));
    expect(await swapped.list('markets')).toMatchObject({
      results: [{ price: null }, { price: '2408.551342' }, {}],
    });
  });

  test('are not listed where the program is not', async () => {
    const { list } = perpsOver(new Map());
    await expect(list('markets')).rejects.toMatchObject({ code: 'VENUE_FAILED' });
  });
});

describe('rates', () => {
  test('are what borrowing costs each side, in basis points a year', async () => {
    const page = await perpsOver(recorded()).list('rates', { market: 'BTC-PERP' });
    expect(page).toMatchObject({
      results: [
        { market: 'BTC-PERP', kind: 'borrow_long', per_year_bps: '1139.9388' },
        { market: 'BTC-PERP', asset: USDC, kind: 'borrow_short', per_year_bps: '605.9292' },
      ],
    });
    expect(VENUE_PAGES.rates.safeParse(page).success).toBe(true);
  });

  test('are those that Jupiter shows: 0.0013 % an hour for longs in BTC, 0.0007 % for shorts', () => {
    const percent = (custody: typeof STABLE) =>
      Number(hourlyBorrowRate(custody ?? expect.unreachable())) / 1e7;
    expect(percent(BTC_CUSTODY).toFixed(4)).toBe('0.0013');
    expect(percent(STABLE).toFixed(4)).toBe('0.0007');
  });

  test('are steep beyond the knee, follow a fixed rate where one is set, and cost nothing while nothing is lent', () => {
    const custody = { ...(SOL_CUSTODY ?? expect.unreachable()), owned: 1_000n, debt: 0n, debtInterest: 0n };
    // From 3,500 to 15,000 basis points a year over the last fifth.
    expect(hourlyBorrowRate({ ...custody, locked: 900n })).toBe((9_250n * 100_000n) / 8_760n);
    expect(hourlyBorrowRate({ ...custody, locked: 500n, hourlyFundingDbps: 1n })).toBe(5_000n);
    expect(hourlyBorrowRate({ ...custody, locked: 0n })).toBe(0n);
    // A curve without room after its knee is flat there.
    expect(hourlyBorrowRate({ ...custody, locked: 1_000n, targetUtilization: 1_000_000_000n })).toBe(39_954n);
  });

  test('add up to the interest of a custody by the second, and never before its last update', () => {
    const custody = STABLE ?? expect.unreachable();
    const hourly = hourlyBorrowRate(custody);
    expect(interestUntil(custody, custody.interestAt + 7_200n)).toBe(custody.interestRate + 2n * hourly);
    expect(interestUntil(custody, custody.interestAt - 1n)).toBe(custody.interestRate);
  });
});

describe('positions', () => {
  test('are the open ones, with the figures that follow from the published formulas', async () => {
    const page = await perpsOver(recorded()).list('positions', {});
    const inUsd = (amount: string) => ({ asset: 'microUSD', amount });
    expect(page?.results).toEqual([
      {
        ...{ position_id: '97SQGVe8WJKapZCCj3VxeXPAWB5dy8pZazhV5UVoeBEX', market: 'SOL-PERP', side: 'short' },
        ...{ size: inUsd('890376245'), margin: inUsd('69695767'), leverage: '12.77' },
        ...{ entry_price: '77.098182', mark_price: '99.861543', liquidation_price: '82.752161' },
        unrealised: inUsd('-262885004'),
      },
      {
        ...{ position_id: 'oRth4mtGc6AyN8ZfPLzV9xiW3H37gJo1qGZLjqaEwnc', market: 'ETH-PERP', side: 'short' },
        ...{ size: inUsd('1082203595'), margin: inUsd('68921200'), leverage: '15.7' },
        ...{ entry_price: '1908.232981', mark_price: '2408.551342', liquidation_price: '2020.330794' },
        unrealised: inUsd('-283742254'),
      },
      {
        ...{ position_id: 'G5hLkQpsyvdLckHbJpoRSHfmufMWnHxn2vfkEPZ4XCvv', market: 'BTC-PERP', side: 'long' },
        ...{ size: inUsd('1851931'), margin: inUsd('106253'), leverage: '17.42' },
        ...{ entry_price: '64015.27145', mark_price: '77285.117361', liquidation_price: '60785.871038' },
        unrealised: inUsd('383890'),
      },
      {
        ...{ position_id: '9HzRodESWd6tJZo7J5VCncV6Vqc7s9iVBh8CpPSyPDi9', market: 'BTC-PERP', side: 'short' },
        ...{ size: inUsd('444402268'), margin: inUsd('29265062'), leverage: '15.18' },
        ...{ entry_price: '64302.409702', mark_price: '77285.117361', liquidation_price: '68218.735067' },
        unrealised: inUsd('-89725171'),
      },
    ]);
    expect(VENUE_PAGES.positions.safeParse(page).success).toBe(true);
  });

  test('have no mark price, profit or loss without a price of now, and pages of the size that is asked for', async () => {
    const { list, clock } = perpsOver(recorded());
    clock.advance(120_000);
    const page = await list('positions', { limit: 1, cursor: 'at-2' });
    expect(page).toMatchObject({
      results: [{ market: 'BTC-PERP', side: 'long', mark_price: null, unrealised: null }],
      ...{ next_cursor: 'at-3', as_of: null },
    });
  });

  test('are nobody else’s, and none that is closed', async () => {
    expect(await perpsOver(recorded()).list('positions', {}, pubkeyOf('another owner'))).toMatchObject({
      results: [],
    });
    const closed = recorded(...POSITIONS.slice(3, 5));
    for (const [address] of POSITIONS.filter((one) => !POSITIONS.slice(3, 5).includes(one)))
      closed.delete(address);
    expect(await perpsOver(closed).list('positions')).toMatchObject({ results: [] });
  });

  test.for([
    ['backed by more than its size cannot be liquidated', { collateralUsd: new BN(1_900_000) }, null],
    [
      'whose fees have used up its collateral is past its liquidation',
      { collateralUsd: new BN(0) },
      '64458.693965',
    ],
  ] as const)('a long %s', async ([, change, liquidation_price]) => {
    const [address, held] = POSITIONS.at(-1) ?? expect.unreachable();
    const decoded = CODERS.perpetuals.decode('Position', Buffer.from(held.data));
    const data = await CODERS.perpetuals.encode('Position', { ...decoded, ...change });
    const page = await perpsOver(recorded([address, perpsAccount(data)])).list('positions', {
      market: 'BTC-PERP',
    });
    expect(page?.results).toMatchObject([{ side: 'long', liquidation_price }, { side: 'short' }]);
  });
});

describe('orders', () => {
  const ordersOf = async (...requested: readonly Requested[]) => {
    const requests = requested.map(
      async (one, index) => [pubkeyOf(`request ${index}`), await requestOf(TRADER, one)] as const,
    );
    return perpsOver(recorded(...(await Promise.all(requests)))).list('orders');
  };

  test.for<[Requested, object]>([
    [
      { side: 'long', change: 'Increase' },
      { order_type: 'market', side: 'long', price: null },
    ],
    [
      { side: 'short', change: 'Decrease' },
      { order_type: 'close', side: 'short', price: null },
    ],
    [
      { side: 'long', change: 'Increase', trigger: 60_000 },
      { order_type: 'limit', price: '60000' },
    ],
    [
      { side: 'long', change: 'Decrease', trigger: 90_000 },
      { order_type: 'take_profit', price: '90000' },
    ],
    [{ side: 'long', change: 'Decrease', trigger: 60_000, above: false }, { order_type: 'stop_loss' }],
    [{ side: 'short', change: 'Decrease', trigger: 90_000 }, { order_type: 'stop_loss' }],
    [{ side: 'short', change: 'Decrease', trigger: 60_000, above: false }, { order_type: 'take_profit' }],
  ])('%o is %o', async ([requested, row]) => {
    const page = await ordersOf(requested);
    expect(page?.results).toMatchObject([
      {
        ...{ order_id: pubkeyOf('request 0'), market: 'BTC-PERP', created_at: '2026-09-02T02:59:00.000Z' },
        ...{ size: { asset: 'microUSD', amount: '10000000' }, receives: null, ...row },
      },
    ]);
    expect(VENUE_PAGES.orders.safeParse(page).success).toBe(true);
  });

  test('of an entire position are of its size, and none that was executed or is of another pool is left', async () => {
    const closing = { side: 'long', change: 'Decrease', trigger: 90_000 } as const;
    const other = new web3.PublicKey(pubkeyOf('another pool'));
    const page = await ordersOf(
      {
        ...closing,
        changes: { entirePosition: true, position: new web3.PublicKey(POSITIONS.at(-1)?.[0] ?? '') },
      },
      { ...closing, changes: { executed: true } },
      { ...closing, changes: { pool: other } },
    );
    expect(page?.results).toMatchObject([{ size: { amount: '1851931' } }]);
  });

  test('of somebody else, or cut short, are not listed', async () => {
    const one = await requestOf(TRADER, { side: 'long', change: 'Increase' });
    const cut = recorded([pubkeyOf('request'), { ...one, data: one.data.subarray(0, 215) }]);
    expect(await perpsOver(cut).list('orders')).toMatchObject({ results: [] });
    const whole = recorded([pubkeyOf('request'), one]);
    expect(await perpsOver(whole).list('orders', {}, pubkeyOf('another owner'))).toMatchObject({
      results: [],
    });
  });
});

describe('the venue', () => {
  test('hands trades off to the pages of Jupiter', async () => {
    const { venue } = perpsOver(recorded());
    expect(venue).toMatchObject({ kind: 'perps', name: 'jupiter_perps' });
    const request = {
      action: 'perp_open_long',
      owner: TRADER,
      parameters: {},
      asker: { lane: 'calls', client: TRADER },
    } as const;
    expect(await venue.build?.(request)).toEqual({ kind: 'hand_off', url: 'https://jup.ag/perps' });
  });

  test('reads for a client no more at once than its share, and gives back what a failure took', async () => {
    const accounts = recorded();
    const { list } = perpsOver(accounts);
    const at = async () => Promise.allSettled(Array.from({ length: 5 }, () => list('markets')));
    const busy = (await at()).filter(({ status }) => status === 'rejected');
    expect(busy).toMatchObject([{ reason: { code: 'VENUE_BUSY' } }]);
    const kept = [...accounts];
    accounts.clear();
    await at();
    for (const [address, held] of kept) accounts.set(address, held);
    expect(await list('markets')).toMatchObject({ list: 'markets' });
  });
});
