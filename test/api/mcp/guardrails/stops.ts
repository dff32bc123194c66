import { describe, expect, test } from 'vitest';
import { testWallet } from '../../../support/wallets.ts';
import type { Guarded } from '../support/guarded.ts';

const MINT = testWallet('a mint').address;

/** The kill switch and the pause, and the audit log of what was decided. */
export function stopsSuite(guarded: Guarded): void {
  const { call, auditLog, changes, reached } = guarded;

  test('an owner who has set nothing lets agents propose, and restricts nothing', async () => {
    expect(await call('get_wallet_policy')).toMatchObject({
      owner: guarded.owner.address,
      switch: 'on',
      permission_mode: 'propose',
      policy: { allowed_tools: null, denied_tools: [], counterparties_only: false },
      limits: [],
      counterparties: [],
      jurisdiction: null,
      grants: [],
      updated_at: null,
    });
    expect(await auditLog()).toEqual([]);
  });

  describe('the kill switch', () => {
    test('stops everything but reads, and is undone by the signature of the owner alone', async () => {
      expect(await call('kill_wallet')).toMatchObject({ status: 'applied', control: { switch: 'killed' } });
      expect(await call('declare_jurisdiction', { country: 'CH' })).toMatchObject({
        code: 'wallet_killed',
      });
      expect(await call('set_permission_mode', { permission_mode: 'observe' })).toMatchObject({
        code: 'wallet_killed',
      });
      expect(await reached('bridge_in')).toBe('wallet_killed');
      expect((await call('get_wallet_policy')).switch).toBe('killed');
      expect(await call('pause_wallet')).toMatchObject({ code: 'owner_signature_required' });

      const { status, request } = await call('resume_wallet');
      expect([status, request.kind, request.status]).toEqual(['waits_for_owner', 'switch', 'pending']);
      expect((await call('get_wallet_policy')).switch).toBe('killed');
      const stranger = testWallet('a stranger');
      for (const signature of [stranger.sign(request.message), guarded.owner.sign(`${request.message} `)]) {
        expect(await call('resume_wallet', { request_id: request.id, signature })).toMatchObject({
          code: 'owner_signature_refused',
        });
      }
      const signed = { request_id: request.id, signature: guarded.owner.sign(request.message) };
      expect(await call('resume_wallet', signed)).toMatchObject({
        status: 'applied',
        control: { switch: 'on' },
      });
      expect(await reached('bridge_in')).toBe('passed');
      expect(await call('resume_wallet', signed)).toMatchObject({ code: 'owner_request_decided' });
      expect((await changes()).map(({ kind, detail, requestId }) => [kind, detail, requestId])).toEqual([
        ['switch', { switch: 'on' }, request.id],
        ['switch', { switch: 'killed' }, undefined],
      ]);
    });

    test('that is thrown again ends every request to resume, so that no signature held back undoes it', async () => {
      await call('pause_wallet');
      const { request } = await call('resume_wallet');
      const signed = { request_id: request.id, signature: guarded.owner.sign(request.message) };
      await call('kill_wallet');

      expect(await call('resume_wallet', signed)).toMatchObject({ code: 'owner_request_decided' });
      expect((await call('get_wallet_policy')).switch).toBe('killed');
    });

    test('that is thrown again and again, at once too, leaves one change', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('kill_wallet')));
      expect(new Set(answers.map(({ status, control }) => `${status} ${control.switch}`))).toEqual(
        new Set(['applied killed']),
      );
      await call('kill_wallet');
      expect((await changes()).map(({ detail }) => detail)).toEqual([{ switch: 'killed' }]);
    });

    test('thrown among fifty calls lets none change anything after it', async () => {
      const calls = Array.from({ length: 50 }, (_, at) => {
        if (at === 20) return call('kill_wallet');
        return call('set_trading_limits', {
          limits: [{ mint: MINT, per_intent: String(1000 - at), per_day: null }],
        });
      });
      const answers = await Promise.all(calls);
      expect(answers[20]).toMatchObject({ status: 'applied' });

      const order = (await changes()).map(({ kind }) => kind);
      expect(order[0]).toBe('switch');
      expect(order.filter((kind) => kind === 'switch')).toHaveLength(1);
      expect(await call('set_trading_limits', { limits: [] })).toMatchObject({ code: 'wallet_killed' });
      // One refusal of each refused call; one that passed the gates before the switch was thrown has its pass too.
      const refused = answers.filter((answer) => 'code' in answer).length + 1;
      const decided = await auditLog();
      const refusals = decided.filter(({ refusal }) => refusal);
      expect(refusals.map(({ refusal }) => refusal?.code)).toEqual(Array(refused).fill('wallet_killed'));
      const passed = decided.length - refusals.length;
      expect(passed).toBeGreaterThanOrEqual(51 - refused);
      expect(passed).toBeLessThanOrEqual(50);
    });
  });

  describe('a pause', () => {
    test('holds what could move value, and lets the wallet be looked after', async () => {
      await call('pause_wallet');

      for (const name of ['bridge_in', 'strategy_resume', 'perp_close', 'trade_equity']) {
        expect([name, await reached(name)]).toEqual([name, 'wallet_paused']);
      }
      expect(await call('declare_jurisdiction', { country: 'CH' })).toMatchObject({ status: 'applied' });
      expect((await auditLog()).filter(({ refusal }) => refusal).map(({ refusal }) => refusal?.gate)).toEqual(
        Array(4).fill('switch'),
      );
      for (const name of ['strategy_pause', 'strategy_cancel', 'cancel_intent'])
        expect(await reached(name)).toBe('passed');
      await call('kill_wallet');
      for (const name of ['strategy_pause', 'strategy_cancel', 'cancel_intent']) {
        expect(await reached(name)).toBe('wallet_killed');
      }
    });
  });

  test('the audit log says what a call asked for, but not what arguments were refused', async () => {
    await call('declare_jurisdiction', { country: 'CH' });
    await call('declare_jurisdiction', { country: 'no country' });
    expect((await auditLog()).map(({ asked, refusal }) => [refusal?.gate, asked])).toEqual([
      ['arguments', undefined],
      [undefined, '{"country":"CH"}'],
    ]);
  });

  test('the trails cannot be rewritten', async () => {
    await call('kill_wallet');
    const today = { credentialId: 'c', tool: 'kill_wallet', refusal: undefined, at: Date.now() };
    await guarded.control?.decisions.record({ owner: guarded.owner.address, ...today });
    for (const table of ['call_decisions', 'control_changes']) {
      await expect(guarded.oltp.run(`DELETE FROM ${table}`), table).rejects.toThrow();
      await expect(guarded.oltp.run(`UPDATE ${table} SET owner = 'x'`), table).rejects.toThrow();
    }
    expect(await auditLog()).toHaveLength(2);
  });
}
