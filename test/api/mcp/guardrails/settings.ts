import { describe, expect, test } from 'vitest';
import { saveControl } from '../../../../api/state/control/wallet-control.ts';
import { testWallet } from '../../../support/wallets.ts';
import type { Guarded } from '../support/guarded.ts';

const MINT = testWallet('a mint').address;

/** Policy, limits, counterparties and jurisdiction. */
export function settingsSuite(guarded: Guarded): void {
  const { call, changes, reached, auditLog } = guarded;

  describe('policy, limits and counterparties', () => {
    test('become stricter at once; what would be wider waits and changes nothing', async () => {
      expect(await call('set_wallet_policy', { denied_tools: ['bridge_in'] })).toMatchObject({
        status: 'applied',
      });
      expect(await reached('bridge_in')).toBe('policy_forbids');
      const wider = await call('set_wallet_policy', { denied_tools: [] });
      expect(wider).toMatchObject({ status: 'waits_for_owner', request: { kind: 'wallet_policy' } });
      expect(await reached('bridge_in')).toBe('policy_forbids');

      await call('approve_proposal', {
        proposal_id: wider.request.id,
        signature: guarded.owner.sign(wider.request.message),
      });
      expect(await reached('bridge_in')).toBe('passed');

      const limit = (per_intent: string | null) => ({
        limits: [{ mint: MINT, per_intent, per_day: '50' }],
      });
      expect(await call('set_trading_limits', limit('10'))).toMatchObject({ status: 'applied' });
      expect(await call('set_trading_limits', limit('11'))).toMatchObject({ status: 'waits_for_owner' });
      expect(await call('set_trading_limits', limit(null))).toMatchObject({ status: 'waits_for_owner' });
      expect(await call('set_trading_limits', { limits: [] })).toMatchObject({ status: 'waits_for_owner' });
      expect((await call('get_wallet_policy')).limits).toEqual(limit('10').limits);

      const friend = { address: testWallet('a friend').address, label: 'A friend' };
      expect(await call('register_counterparty_set', { counterparties: [friend] })).toMatchObject({
        status: 'applied',
      });
      await call('set_wallet_policy', { counterparties_only: true });
      const stranger = { address: testWallet('a stranger').address, label: 'A stranger' };
      expect(await call('register_counterparty_set', { counterparties: [friend, stranger] })).toMatchObject({
        status: 'waits_for_owner',
      });
      expect(await call('register_counterparty_set', { counterparties: [] })).toMatchObject({
        status: 'applied',
      });
    });

    test('are answered in pages of the usual size, and whole where the caller says so', async () => {
      const wallets = Array.from({ length: 150 }, (_, at) => testWallet(`one of many ${at}`).address);
      const registered = wallets.map((address, at) => ({ address, label: `number ${at}` }));
      await call('register_counterparty_set', { counterparties: registered });
      await call('set_wallet_policy', { allowed_mints: wallets.slice(0, 120) });
      const rows: unknown[] = [];
      const mints: unknown[] = [];
      for (let more = true; more; ) {
        const page = await call('get_wallet_policy', { offset: rows.length });
        expect(JSON.stringify(page).length).toBeLessThanOrEqual(8_000);
        expect(page.totals).toMatchObject({
          counterparties: 150,
          allowed_mints: 120,
          limits: 0,
          denied_tools: 0,
        });
        expect(page.counterparties.length).toBeGreaterThan(0);
        rows.push(...page.counterparties);
        mints.push(...page.policy.allowed_mints);
        more = page.has_more;
      }
      expect([rows, mints]).toEqual([registered, wallets.slice(0, 120)]);
      const whole = await call('get_wallet_policy', { limit: 200 });
      expect([whole.counterparties, whole.has_more]).toEqual([registered, false]);
      expect(whole.policy).toMatchObject({ allowed_tools: null, denied_tools: [] });
    });

    test('take a label for the first time at once, and point it elsewhere by the owner alone', async () => {
      const [mum, dad, thief] = ['mum', 'dad', 'thief'].map((name) => testWallet(name).address);
      const register = async (...set: readonly (readonly [string, string | undefined])[]) => {
        const counterparties = set.map(([label, address]) => ({ label, address }));
        return (await call('register_counterparty_set', { counterparties })).status;
      };
      expect(await register(['mum', mum], ['dad', dad])).toBe('applied');
      expect(await register(['mum', thief], ['dad', dad])).toBe('waits_for_owner');
      expect(await register(['dad', mum], ['mum', dad])).toBe('waits_for_owner');
      // Nor by way of a set without it, or of one in which it means nobody.
      expect(await register(['dad', dad])).toBe('applied');
      expect(await register(['mum', thief])).toBe('waits_for_owner');
      expect(await register(['dad', dad], ['dad', thief])).toBe('applied');
      expect(await register(['dad', thief])).toBe('waits_for_owner');
      expect(await register(['mum', mum])).toBe('applied');

      const asked = await call('register_counterparty_set', {
        counterparties: [{ address: thief, label: 'mum' }],
      });
      const { id: proposal_id, message } = asked.request;
      await call('approve_proposal', { proposal_id, signature: guarded.owner.sign(message) });
      expect((await call('get_wallet_policy')).counterparties).toEqual([{ address: thief, label: 'mum' }]);
    });

    test.for<[string, unknown]>([
      ['register_counterparty_set', { counterparties: [{ address: MINT, label: testWallet('x').address }] }],
      ['set_trading_limits', { limits: [{ mint: MINT, per_intent: 5, per_day: null }] }],
      ['set_trading_limits', { limits: [{ mint: MINT, per_intent: '-5', per_day: null }] }],
      ['set_trading_limits', { limits: [{ mint: MINT, per_intent: '18446744073709551616', per_day: null }] }],
      ['set_trading_limits', { limits: [{ mint: 'mint', per_intent: null, per_day: null }] }],
      ['set_wallet_policy', { allowed_mints: ['mint'] }],
      ['set_wallet_policy', { denied_tools: 'bridge_in' }],
      ['set_wallet_policy', { counterparties_only: 'yes' }],
      ['register_counterparty_set', { counterparties: [{ address: MINT, label: 'two\nlines' }] }],
      ['declare_jurisdiction', { country: 'XX' }],
      ['declare_jurisdiction', { country: 'ch' }],
      ['request_session_signer_authorization', { public_key: MINT, label: 'x', limits: [], days: 91 }],
      ['approve_proposal', { proposal_id: 'x', signature: 'z'.repeat(64) }],
      ['resume_wallet', { request_id: '00000000-0000-4000-8000-000000000000' }],
    ])('refuse %s what does not parse: %o', async ([name, raw]) => {
      expect(await call(name, raw)).toMatchObject({ code: 'parameter_malformed' });
      expect(await changes()).toEqual([]);
    });
  });

  describe('a policy', () => {
    test('refuses every call of a denied tool, reads and administration too, and keeps the refusal', async () => {
      const denied = ['get_ilo_details', 'list_intents', 'journal_append', 'create_agent_wallet'];
      expect(await call('set_wallet_policy', { denied_tools: denied })).toMatchObject({ status: 'applied' });

      for (const name of denied) expect([name, await reached(name)]).toEqual([name, 'policy_forbids']);
      const refused = (await auditLog()).filter(({ refusal }) => refusal?.gate === 'wallet_policy');
      expect(refused.map(({ tool }) => tool).toReversed()).toEqual(denied);
      expect(await reached('list_launches')).toBe('passed');
    });

    test('denied while a call is under way holds in the transaction that sets something', async () => {
      const denying = call('set_wallet_policy', { denied_tools: ['set_trading_limits'] });
      const limits = [{ mint: MINT, per_intent: '1', per_day: null }];
      const calls = Array.from({ length: 20 }, () => call('set_trading_limits', { limits }));
      await Promise.all([denying, ...calls]);
      const kinds = (await changes()).map(({ kind }) => kind);
      expect(kinds[0]).toBe('wallet_policy');
    });

    test('never refuses what stops agents, and says so', async () => {
      const restricted = await call('set_wallet_policy', { allowed_tools: ['list_launches'] });
      expect(restricted.control.always_allowed_tools).toEqual(['kill_wallet', 'pause_wallet']);
      expect(await reached('get_wallet_policy')).toBe('policy_forbids');
      for (const name of ['pause_wallet', 'kill_wallet']) expect(await reached(name)).toBe('passed');
    });

    test.for([
      [{ denied_tools: ['kill_wallet'] }, 'policy_name_kept', '"kill_wallet"'],
      [{ denied_tools: ['send-token-social'] }, 'policy_name_unknown', '"send_token_social"'],
      [{ denied_tools: ['trade_equty'] }, 'policy_name_unknown', '"trade_equity"'],
      [{ allowed_tools: ['jupiter_swp'] }, 'policy_name_unknown', '"jupiter_swap"'],
      [{ allowed_venues: ['jupyter'] }, 'policy_name_unknown', '"jupiter"'],
    ] as const)('refuses %o as %s and names %s', async ([policy, code, named]) => {
      expect(await call('set_wallet_policy', policy)).toMatchObject({
        code,
        detail: expect.stringContaining(named),
      });
      expect(await changes()).toEqual([]);
    });

    test('takes the names of every tool, venue and action that it can bind', async () => {
      const { tools, venueNames } = guarded.control;
      const denied = [...tools.values()].filter((tool) => !tool.stopsAgents).map(({ name }) => name);
      expect(denied).toContain('refund_ilo_pledge');
      const policy = { denied_tools: denied, allowed_venues: [...venueNames] };
      expect(await call('set_wallet_policy', policy)).toMatchObject({ status: 'applied' });
    });

    test('keeps names that an earlier version knew, and takes no more of them', async () => {
      const { controls } = guarded.control;
      const { address } = guarded.owner;
      await controls.holding(address, 0, async (held, queries) => {
        const policy = { ...held.policy, deniedTools: ['a_former_tool'] };
        await saveControl(queries, address, { ...held, policy }, 0);
      });
      const now = { counterparties_only: true };
      expect(await call('set_wallet_policy', now)).toMatchObject({ status: 'applied' });
      const more = { denied_tools: ['a_former_tool', 'another_former_tool'] };
      expect(await call('set_wallet_policy', more)).toMatchObject({
        code: 'policy_name_unknown',
        detail: expect.stringContaining('"another_former_tool"'),
      });
    });
  });

  describe('a declared jurisdiction', () => {
    test('opens the markets of its country, and another one that opens more waits for the owner', async () => {
      expect(await reached('perp_open_long')).toBe('jurisdiction_unknown');
      expect(await call('declare_jurisdiction', { country: 'CH' })).toMatchObject({ status: 'applied' });
      expect(await reached('perp_open_long')).toBe('passed');
      expect(await reached('trade_equity')).toBe('jurisdiction_forbids');
      expect(await reached('offramp_to_fiat')).toBe('jurisdiction_forbids');

      const wider = await call('declare_jurisdiction', { country: 'SG' });
      expect(wider.status).toBe('waits_for_owner');
      expect(await reached('trade_equity')).toBe('jurisdiction_forbids');
      expect(await call('declare_jurisdiction', { country: 'FR' })).toMatchObject({ status: 'applied' });
      expect(await reached('perp_open_long')).toBe('jurisdiction_forbids');
      const approval = {
        proposal_id: wider.request.id,
        signature: guarded.owner.sign(wider.request.message),
      };
      expect(await call('approve_proposal', approval)).toMatchObject({ code: 'owner_request_decided' });
    });
  });
}
