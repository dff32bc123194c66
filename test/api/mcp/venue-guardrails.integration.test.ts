import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { VENUE_CALLS, VENUE_OUTFLOWS } from './support/venue-calls.ts';
import { built, handingOff, json, route, USD, VenueSuite, wantedBy } from './support/venue-suite.ts';

const EXECUTING = Object.keys(VENUE_OUTFLOWS);

describe('the guardrails of calls to venues', () => {
  const suite = new VenueSuite();

  describe('nobody is asked for a call that the guardrails refuse', () => {
    const perps = EXECUTING.filter((name) => TOOLS.find((tool) => tool.name === name)?.scope === 'perps');
    const exits = ['perp_close', 'close_perp_position', 'cancel_perp_order', 'set_perp_tpsl'];
    const entries = perps.filter((name) => !exits.includes(name));

    test.for([...entries, 'trade_equity', 'offramp_to_fiat'])(
      '%s where its market is closed',
      async (name) => {
        await suite.under.call('declare_jurisdiction', { country: 'FR' });

        expect(await suite.under.call(name, VENUE_CALLS[name])).toMatchObject({
          code: 'jurisdiction_forbids',
        });
        const raw = { action: name, arguments: VENUE_CALLS[name] };
        expect(await suite.under.call('create_execution_intent', raw, ['intent'])).toMatchObject({
          code: 'jurisdiction_forbids',
        });
        expect(suite.server.questions).toEqual([]);
      },
    );

    test.for(exits)(
      'but %s, which only reduces risk, is proposed and signed in any country',
      async (name) => {
        const transaction = suite.swapping();
        suite.under.chain.after = suite.under.chain.before;
        suite.reply = () => built(transaction);
        await suite.under.call('declare_jurisdiction', { country: 'FR' });

        const { intent } = await suite.under.propose(name, VENUE_CALLS[name] ?? {});
        const status = await suite.under.call('get_intent_status', { intent_id: intent.id });
        expect([status.transaction_problem, status.intent.status]).toEqual([null, 'proposed']);
        const raw = { action: name, arguments: VENUE_CALLS[name] };
        expect(await suite.under.call('create_execution_intent', raw, ['intent'])).toMatchObject({
          stage: 'planned',
        });

        await suite.under.call('pause_wallet');
        expect(await suite.under.call(name, VENUE_CALLS[name])).toMatchObject({ code: 'wallet_paused' });
      },
    );

    test('a quote of an equity, for an owner in a closed country, in an unknown one, or for nobody', async () => {
      const equity = { ...VENUE_CALLS.get_quotes, output_mint: pubkeyOf('equity') };
      const ask = (name: string) => suite.under.call(name, VENUE_CALLS[name]);
      const [quotes, equityQuotes] = [
        () => suite.under.call('get_quotes', equity),
        () => ask('equity_quote'),
      ];
      await suite.under.call('declare_jurisdiction', { country: 'FR' });
      for (const quote of [quotes, equityQuotes]) {
        expect(await quote()).toMatchObject({ code: 'jurisdiction_forbids' });
      }
      const undeclared = await suite.open(suite.environment(), { declared: undefined });
      for (const [name, raw] of [
        ['get_quotes', equity],
        ['equity_quote', VENUE_CALLS.equity_quote],
        ['lst_swap', { ...VENUE_CALLS.lst_swap, output_mint: pubkeyOf('equity') }],
      ] as const) {
        expect(await undeclared.call(name, raw)).toMatchObject({ code: 'jurisdiction_unknown' });
      }
      expect(await undeclared.callAsNobody('get_quotes', equity)).toMatchObject({
        code: 'jurisdiction_unknown',
      });
      expect(await undeclared.callAsNobody('equity_quote', VENUE_CALLS.equity_quote)).toMatchObject({
        code: 'jurisdiction_unknown',
      });
      expect(suite.server.questions).toEqual([]);
      expect(await ask('get_quotes')).not.toHaveProperty('code');
    });

    test.for(['jupiter_swap', 'lst_swap', 'liquid_stake', 'unstake_lst'])(
      '%s of what the operator calls an equity, where equities are closed',
      async (name) => {
        await suite.under.call('declare_jurisdiction', { country: 'FR' });
        const raw = { ...VENUE_CALLS[name] } as Record<string, string>;
        const mints = ['input_mint', 'output_mint'].filter((mint) => raw[mint] !== undefined);

        for (const mint of mints) {
          const answer = await suite.under.call(name, { ...raw, [mint]: pubkeyOf('equity') });
          expect(answer).toMatchObject({ code: 'jurisdiction_forbids' });
        }
        expect(suite.server.questions).toEqual([]);
        expect(await suite.under.call(name, raw)).not.toMatchObject({ code: 'jurisdiction_forbids' });
      },
    );

    test('beyond a limit, at another venue, or to a stranger', async () => {
      const limits = [{ mint: USD, per_intent: '999', per_day: null }];
      await suite.under.call('set_trading_limits', { limits });
      expect(await suite.under.call('lend_deposit', VENUE_CALLS.lend_deposit)).toMatchObject({
        code: 'limit_exceeded',
      });

      await suite.under.call('set_wallet_policy', { allowed_venues: ['lending'], counterparties_only: true });
      expect(await suite.under.call('liquid_stake', VENUE_CALLS.liquid_stake)).toMatchObject({
        code: 'policy_forbids',
      });
      expect(await suite.under.call('bridge_out', { ...VENUE_CALLS.bridge_out, amount: '1' })).toMatchObject({
        code: 'policy_forbids',
      });
      expect(suite.server.questions).toEqual([]);
    });

    test('and a credential that may only propose does so by create_execution_intent', async () => {
      const raw = { action: 'perp_open_long', arguments: VENUE_CALLS.perp_open_long };
      expect(await suite.under.call('create_execution_intent', raw, ['intent'])).toMatchObject({
        stage: 'planned',
        plan: { action: 'perp_open_long', hand_off: expect.anything() },
      });
      expect(suite.server.questions.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-token']);
    });
  });

  test('while no list of equities is configured, quotes and plans of swaps say that nobody checked', async () => {
    const { EQUITY_MINTS: _list, ...unlisted } = suite.environment();
    const unsaid = await suite.open(unlisted);
    const told = expect.stringContaining('EQUITY_MINTS');
    suite.reply = (path, asked) =>
      path === '/quote' ? json(route(wantedBy(asked.parameters) ?? '')) : handingOff(path, asked);

    expect(await unsaid.call('get_quotes', VENUE_CALLS.get_quotes)).toMatchObject({ notice: told });
    const swap = await unsaid.call('lst_swap', VENUE_CALLS.lst_swap);
    expect(swap).toMatchObject({ plan: { summary: told } });
    const none = await suite.open({ ...unlisted, EQUITY_MINTS: 'none' });
    expect(await none.call('get_quotes', VENUE_CALLS.get_quotes)).toMatchObject({ notice: null });
  });
});
