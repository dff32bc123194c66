import { testWallet } from '../../support/wallets.ts';

const [a, b] = [testWallet('mint a').address, testWallet('mint b').address];
export const MINT_B = b;
export const DCA = { pay_mint: a, buy_mint: b, amount_per_step: '1000', interval_seconds: 3600, steps: 3 };

export interface StrategyPlanCase {
  readonly good: object;
  readonly wrong: readonly (readonly [string, unknown])[];
}

/** The kinds whose plans below the service runs. */
export const RUN: readonly string[] = ['dca', 'momentum', 'protect', 'rebalance', 'stoploss'];

/** A plan of each kind that is sense, and changes of it that are none: the member and its value. */
export const PLANS: Readonly<Record<string, StrategyPlanCase>> = {
  arb: {
    good: { mint: b, pay_mint: a, max_amount: '5', min_profit_bps: 10, venues: ['One', 'Two'] },
    wrong: [
      ['pay_mint', b],
      ['venues', ['One']],
      ['venues', ['One', 'One']],
      ['max_amount', '0'],
    ],
  },
  basis_trade: {
    good: { mint: b, market: 'M', notional: '5', entry_basis_bps: 50, exit_basis_bps: 10 },
    wrong: [['exit_basis_bps', 50]],
  },
  copy_wallet: {
    good: { wallet: a, pay_mint: b, max_per_trade: '5', max_per_day: '50' },
    wrong: [
      ['max_per_trade', '51'],
      ['wallet', 'abc'],
    ],
  },
  dca: {
    good: DCA,
    wrong: [
      ['pay_mint', b],
      ['amount_per_step', '-1'],
      ['amount_per_step', '1.5'],
      ['amount_per_step', 1000],
      ['amount_per_step', '007'],
      ['amount_per_step', '18446744073709551616'],
      ['interval_seconds', 59],
      ['steps', 0],
      ['steps', 1001],
    ],
  },
  equity_dca: {
    good: { pay_mint: a, symbol: 'ACME', amount_per_step: '5', interval_seconds: 60, steps: 1 },
    wrong: [['symbol', '']],
  },
  hedge: {
    good: { mint: b, market: 'M', ratio_bps: 10_000, max_notional: '5' },
    wrong: [['ratio_bps', 10_001]],
  },
  market_make: {
    good: { mint: b, pay_mint: a, spread_bps: 20, order_amount: '5', levels: 3, max_inventory: '50' },
    wrong: [
      ['order_amount', '51'],
      ['levels', 21],
    ],
  },
  momentum: {
    good: { mint: b, pay_mint: a, lookback_seconds: 3600, entry_bps: 100, exit_bps: 50, amount: '5' },
    wrong: [['lookback_seconds', 0]],
  },
  perp_grid: {
    good: {
      market: 'M',
      lower_price: '9.5',
      upper_price: '10',
      grids: 10,
      amount_per_grid: '5',
      max_leverage: 2,
    },
    wrong: [
      ['lower_price', '10.0'],
      ['lower_price', '0.000'],
      ['lower_price', '1e3'],
      ['max_leverage', 21],
    ],
  },
  protect: {
    good: { mint: a, receive_mint: b, max_loss_bps: 500, sell_share_bps: 10_000 },
    wrong: [['receive_mint', a]],
  },
  rebalance: {
    good: {
      weights: [
        { mint: a, weight_bps: 4_000 },
        { mint: b, weight_bps: 6_000 },
      ],
      ...{ drift_bps: 100, interval_seconds: 3600 },
    },
    wrong: [
      ['weights', [{ mint: a, weight_bps: 10_000 }]],
      [
        'weights',
        [
          { mint: a, weight_bps: 5_000 },
          { mint: a, weight_bps: 5_000 },
        ],
      ],
      [
        'weights',
        [
          { mint: a, weight_bps: 5_000 },
          { mint: b, weight_bps: 4_999 },
        ],
      ],
    ],
  },
  sentiment: {
    good: { mint: b, pay_mint: a, source: 'S', buy_above: 10, sell_below: -10, amount: '5' },
    wrong: [['sell_below', 10]],
  },
  snipe: {
    good: { mint: b, pay_mint: a, amount: '5', max_price: '0.000000000000000001' },
    wrong: [['max_price', '0']],
  },
  stoploss: {
    good: { mint: a, receive_mint: b, amount: '5', stop_price: '10', limit_price: '10.000' },
    wrong: [
      ['limit_price', '10.000000000000000001'],
      ['receive_mint', a],
    ],
  },
  vault: {
    good: { vault: a, mint: b, amount: '5', min_yield_bps: 300, max_share_bps: 100 },
    wrong: [['min_yield_bps', -1]],
  },
  yield_farm: {
    good: { mint: b, amount: '5', venues: ['One'], min_yield_bps: 300, max_share_bps: 100 },
    wrong: [['venues', []]],
  },
  composed: {
    good: {
      rules: [{ measure: 'price', mint: a, is: 'above', value: '10', action: 'sell', share_bps: 100 }],
    },
    wrong: [['rules', []]],
  },
};
