import { describe, expect, test } from 'vitest';
import { executionText } from '../../../api/mcp/texts.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { mint } from '../venues/chain-of.ts';
import { VENUE_CALLS, VENUE_OUTFLOWS } from './support/venue-calls.ts';
import { built, json, LST, route, USD, VenueSuite } from './support/venue-suite.ts';

const EXECUTING = Object.keys(VENUE_OUTFLOWS).filter((name) => name !== 'jupiter_swap');
const SYMBOLS: Readonly<Record<string, string>> = { [NATIVE_MINT]: 'SOL', [USD]: 'USDX' };

/** An amount of a mint whose decimals the test's chain does not know, unless it is the native coin. */
function tokens(mintOf: string, amount: string | null) {
  const decimals = mintOf === NATIVE_MINT ? 9 : null;
  return {
    ...{ asset: mintOf, mint: mintOf, chain: null, amount, unit: 'base_units', decimals },
    symbol: SYMBOLS[mintOf] ?? null,
    ui_amount: decimals === null || amount === null ? null : `0.00000${amount === '1000' ? '1' : '0995'}`,
  };
}

/** An amount of what is not a mint. */
const named = (asset: string, amount: string | null, chain: string | null = null) => ({
  ...{ asset, mint: null, chain, amount, unit: 'base_units', symbol: null, decimals: null, ui_amount: null },
});

const GIVEN_ELSEWHERE: Readonly<Record<string, object>> = {
  evm_swap: named(`0x${'a'.repeat(40)}`, (2n ** 255n).toString(), 'base'),
  bridge_in: named('native', '1000', 'base'),
};

/** What is known before a venue has quoted; everything else is unknown. */
const RECEIVED: Readonly<Record<string, object>> = {
  evm_swap: named('native', null, 'base'),
  bridge_in: tokens(NATIVE_MINT, null),
  offramp_to_fiat: named('CHF', null),
  lend_borrow: tokens(USD, '1000'),
};

/** Those that a venue quotes, and the mint that they get. */
const QUOTED: Readonly<Record<string, string>> = {
  ...{ lst_swap: USD, liquid_stake: LST, unstake_lst: NATIVE_MINT, trade_equity: USD },
};

describe('the plan of a call to a venue', () => {
  const suite = new VenueSuite({ TOKEN_SYMBOLS: `${USD}=USDX` });

  test.for(EXECUTING)(
    '%s names what is given and received, and what it does not know is null',
    async (name) => {
      const { plan } = await suite.under.call(name, VENUE_CALLS[name]);

      const leaving = (VENUE_OUTFLOWS[name] ?? []).map(([one, amount]) => tokens(one, amount));
      expect(plan.gives).toEqual([...leaving, ...(GIVEN_ELSEWHERE[name] ? [GIVEN_ELSEWHERE[name]] : [])]);
      const [wanted, received] = [QUOTED[name], RECEIVED[name]];
      const [quoted, least] = wanted ? [tokens(wanted, '1000'), tokens(wanted, '995')] : [];
      expect(plan.receives).toEqual(quoted ? [quoted] : received ? [received] : null);
      expect(plan.minimum_out).toEqual(least ?? (name === 'lend_borrow' ? received : null));
      expect(plan.route).toEqual({
        ...{ venue: expect.any(String), expires_at: null },
        label: wanted ? 'a pool' : null,
      });
      expect([plan.price_impact_bps, plan.fees]).toEqual([null, null]);
      const slips = 'slippage_bps' in (TOOLS.find((tool) => tool.name === name)?.input.shape ?? {});
      expect(plan.slippage_bps).toBe(slips ? 50 : null);
    },
  );

  test.for(['remove_margin', 'decrease_size'])(
    '%s of a perpetual gets the margin and gives nothing',
    async (change) => {
      const raw = { ...VENUE_CALLS.perp_modify, change };
      const { plan } = await suite.under.call('perp_modify', raw);

      expect([plan.gives, plan.receives]).toEqual([[], [tokens(USD, '500')]]);
      expect(plan.minimum_out).toBeNull();
    },
  );

  test('of a swap has the quote, with units, symbols and decimals', async () => {
    const transaction = suite.swapping();
    const [quoted] = route(LST).routes;
    const fees = [
      { asset: USD, amount: '3' },
      { asset: 'points', amount: '7' },
    ];
    const routed = { ...quoted, fees, price_impact_bps: 12, expires_at: '2026-10-01T12:00:30Z' };
    suite.reply = (path) => (path === '/quote' ? json({ routes: [routed] }) : built(transaction));
    suite.under.chain.before = new Map([
      ...suite.under.chain.before,
      ...([
        [USD, mint(6)],
        [LST, mint(1)],
      ] as const),
    ]);
    const raw = { input_mint: USD, output_mint: LST, amount: '1000', minimum_out: '95', slippage_bps: 200 };
    const { plan } = await suite.under.call('lst_swap', raw);

    const known = (decimals: number, ui_amount: string) => ({ decimals, ui_amount });
    expect(plan).toMatchObject({
      gives: [{ ...tokens(USD, '1000'), ...known(6, '0.001') }],
      receives: [{ ...tokens(LST, '95'), ...known(1, '9.5') }],
      minimum_out: { ...tokens(LST, '95'), ...known(1, '9.5') },
      price_impact_bps: 12,
      route: { venue: 'staking', label: 'a pool', expires_at: '2026-10-01T12:00:30Z' },
      fees: [{ ...tokens(USD, '3'), ...known(6, '0.000003') }, named('points', '7')],
      slippage_bps: 200,
    });
    expect(plan.summary).toContain(`for at least ${plan.minimum_out.amount} base units of ${LST}`);
    const text = executionText({ stage: 'planned', plan });
    expect(text).toContain('The venue quotes a price impact of 12 basis points.');
    expect(text).toContain('The venue charges 3 base units of USDX, 7 base units of points.');
  });

  test('of a venue that charges nothing says so, and one that names no fees leaves them unknown', async () => {
    const raw = VENUE_CALLS.lst_swap;
    const [quoted] = route(USD).routes;
    for (const [said, fees] of [
      [{ fees: [] }, []],
      [{ fees: null }, null],
      [{}, null],
    ] as const) {
      suite.reply = (path) =>
        json(
          path === '/quote'
            ? { routes: [{ ...quoted, ...said }] }
            : { kind: 'hand_off', url: 'https://127.0.0.1/orders/7' },
        );
      expect((await suite.under.call('lst_swap', raw)).plan.fees, JSON.stringify(said)).toEqual(fees);
    }
  });

  test('is given without decimals while the chain cannot be read, if nothing else needs the chain', async () => {
    suite.under.chain.accounts = async () => {
      throw new LaunchlensError('CHAIN_UNREADABLE', { reason: 'the node is away' });
    };
    const { plan } = await suite.under.call('lend_deposit', VENUE_CALLS.lend_deposit);

    expect(plan.gives).toEqual([tokens(USD, '1000')]);
  });
});
