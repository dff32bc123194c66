import { pubkeyOf } from '../../../support/index-builder.ts';

const NATIVE = 'So11111111111111111111111111111111111111112';
const [USD, LST, EQUITY] = [pubkeyOf('usd'), pubkeyOf('lst'), pubkeyOf('equity')];
const MARGIN = { margin_mint: USD, margin: '500', leverage: 5 };
const EVM_TOKEN = `0x${'a'.repeat(40)}`;

/** Arguments that each tool of the venues takes. */
export const VENUE_CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_quotes: { input_mint: USD, output_mint: LST, amount: '1000' },
  equity_quote: { side: 'buy', equity_mint: EQUITY, payment_mint: USD, amount: '1000' },
  list_venue: { venue: 'perps', list: 'positions' },
  jupiter_swap: { input_mint: USD, output_mint: LST, amount: '1000' },
  lst_swap: { input_mint: LST, output_mint: USD, amount: '1000' },
  liquid_stake: { output_mint: LST, amount: '1000' },
  unstake_lst: { input_mint: LST, amount: '1000', minimum_out: '900' },
  evm_swap: {
    ...{ chain: 'base', input_token: EVM_TOKEN, output_token: 'native', amount: (2n ** 255n).toString() },
  },
  bridge_in: { source_chain: 'base', source_token: 'native', amount: '1000', output_mint: NATIVE },
  bridge_out: {
    ...{ mint: USD, amount: '1000', destination_chain: 'base', destination_address: EVM_TOKEN },
  },
  lend_deposit: { market: 'main', mint: USD, amount: '1000' },
  lend_borrow: {
    ...{ market: 'main', mint: USD, amount: '1000', collateral_mint: LST, collateral_amount: '2000' },
  },
  lend_repay: { market: 'main', mint: USD, amount: '1000' },
  flash_loan: { mint: USD, amount: '100000', maximum_fee: '9', purpose: 'debt_swap', market: 'main' },
  offramp_to_fiat: { mint: USD, amount: '1000', currency: 'CHF' },
  trade_equity: { side: 'sell', equity_mint: EQUITY, payment_mint: USD, amount: '1000' },
  perp_open_long: { market: 'SOL-PERP', ...MARGIN },
  perp_open_short: { market: 'SOL-PERP', ...MARGIN },
  perp_close: { market: 'SOL-PERP' },
  perp_modify: { market: 'SOL-PERP', change: 'add_margin', margin_mint: USD, margin: '500' },
  close_perp_position: { position_id: 'p-1', share_bps: 5_000 },
  leverage_long: { mint: LST, ...MARGIN },
  leverage_close: { position_id: 'p-1' },
  short_open: { mint: LST, ...MARGIN },
  short_close: { position_id: 'p-1' },
  place_perp_order: {
    ...{ market: 'SOL-PERP', side: 'long', order_type: 'limit', price: '142.5', ...MARGIN },
  },
  cancel_perp_order: { market: 'SOL-PERP', order_id: 'o-1' },
  set_perp_tpsl: { market: 'SOL-PERP', stop_loss: '99.9' },
};

/** What each of them would take out of the wallet. */
export const VENUE_OUTFLOWS: Readonly<Record<string, readonly (readonly [mint: string, amount: string])[]>> =
  {
    jupiter_swap: [[USD, '1000']],
    lst_swap: [[LST, '1000']],
    liquid_stake: [[NATIVE, '1000']],
    unstake_lst: [[LST, '1000']],
    evm_swap: [],
    bridge_in: [],
    bridge_out: [[USD, '1000']],
    lend_deposit: [[USD, '1000']],
    lend_borrow: [[LST, '2000']],
    lend_repay: [[USD, '1000']],
    flash_loan: [[USD, '9']],
    offramp_to_fiat: [[USD, '1000']],
    trade_equity: [[EQUITY, '1000']],
    perp_open_long: [[USD, '500']],
    perp_open_short: [[USD, '500']],
    perp_close: [],
    perp_modify: [[USD, '500']],
    close_perp_position: [],
    leverage_long: [[USD, '500']],
    leverage_close: [],
    short_open: [[USD, '500']],
    short_close: [],
    place_perp_order: [[USD, '500']],
    cancel_perp_order: [],
    set_perp_tpsl: [],
  };
