import { describe, expect, test } from 'vitest';
import { testWallet } from '../../../support/wallets.ts';
import type { Guarded } from '../support/guarded.ts';

const MINT = testWallet('a mint').address;

/** Policy, limits, counterparties and jurisdiction. */
export function settingsSuite(guarded: Guarded): void {
  const { call, changes, reached } = guarded;

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

  describe('a declared jurisdiction', () => {
    test('opens the markets of its country, and another one that opens more waits for the owner', async () => {
      expect(await reached('perp_close')).toBe('jurisdiction_unknown');
      expect(await call('declare_jurisdiction', { country: 'CH' })).toMatchObject({ status: 'applied' });
      expect(await reached('perp_close')).toBe('passed');
      expect(await reached('trade_equity')).toBe('jurisdiction_forbids');
      expect(await reached('offramp_to_fiat')).toBe('jurisdiction_forbids');

      const wider = await call('declare_jurisdiction', { country: 'SG' });
      expect(wider.status).toBe('waits_for_owner');
      expect(await reached('trade_equity')).toBe('jurisdiction_forbids');
      expect(await call('declare_jurisdiction', { country: 'FR' })).toMatchObject({ status: 'applied' });
      expect(await reached('perp_close')).toBe('jurisdiction_forbids');
      const approval = {
        proposal_id: wider.request.id,
        signature: guarded.owner.sign(wider.request.message),
      };
      expect(await call('approve_proposal', approval)).toMatchObject({ code: 'owner_request_decided' });
    });
  });
}
