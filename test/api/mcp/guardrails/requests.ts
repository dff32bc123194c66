import { describe, expect, test } from 'vitest';
import { testWallet } from '../../../support/wallets.ts';
import type { Guarded } from '../support/guarded.ts';

const DAY_MS = 86_400_000;

/** What only the owner lets happen. */
export function requestsSuite(guarded: Guarded): void {
  const { call, changes, reached } = guarded;

  describe('the permission mode', () => {
    test('becomes stricter at once and looser by a signature', async () => {
      expect(await call('set_permission_mode', { permission_mode: 'delegate' })).toMatchObject({
        code: 'owner_signature_required',
      });
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      expect(request.message).toContain(`\n${guarded.owner.address}\n`);
      expect(request.message).toMatch(/^launchlens\.example asks you to approve a change to what/);
      expect(request.message).toContain('\nDecision: approve\nPermission Mode: delegate\n');
      expect((await call('poll_permission_mode_change', { request_id: request.id })).request.status).toBe(
        'pending',
      );
      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };
      expect(await call('approve_proposal', approval)).toMatchObject({
        request: { status: 'approved' },
        control: { permission_mode: 'delegate' },
      });
      expect((await call('poll_permission_mode_change', { request_id: request.id })).request.status).toBe(
        'approved',
      );

      expect(await call('set_permission_mode', { permission_mode: 'observe' })).toMatchObject({
        status: 'applied',
      });
      expect(await reached('bridge_in')).toBe('permission_mode_forbids');
    });

    test('cannot be loosened by a signature that was given before it was made stricter', async () => {
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      await call('set_permission_mode', { permission_mode: 'observe' });

      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };
      expect(await call('approve_proposal', approval)).toMatchObject({ code: 'owner_request_decided' });
      expect((await call('get_wallet_policy')).permission_mode).toBe('observe');
    });
  });

  describe('a request to the owner', () => {
    test('is approved once, however often and at once it is tried', async () => {
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };

      const answers = await Promise.all(Array.from({ length: 10 }, () => call('approve_proposal', approval)));

      const codes = answers.map(({ code }) => code ?? 'approved').sort();
      expect(codes).toEqual(['approved', ...Array(9).fill('owner_request_decided')]);
      expect(await changes()).toHaveLength(1);
    });

    test('is nobody else’s: another owner neither sees nor approves it, and no signature fits another', async () => {
      const other = testWallet('another owner').address;
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };

      expect(await call('approve_proposal', approval, other)).toMatchObject({
        code: 'owner_request_unknown',
      });
      expect((await call('list_owner_requests', {}, other)).results).toEqual([]);
      const { request: second } = await call('request_permission_mode_change', {
        permission_mode: 'delegate',
      });
      expect(
        await call('approve_proposal', { proposal_id: second.id, signature: approval.signature }),
      ).toMatchObject({ code: 'owner_signature_refused' });
    });

    test('is good for a day', async () => {
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };
      guarded.clock.advance(DAY_MS);

      expect(await call('approve_proposal', approval)).toMatchObject({ code: 'owner_request_expired' });
      expect((await call('list_owner_requests')).results[0].status).toBe('expired');
      expect((await call('get_wallet_policy')).permission_mode).toBe('propose');
    });

    test('of another domain is not approved here', async () => {
      const { request } = await call('request_permission_mode_change', { permission_mode: 'delegate' });
      const approval = { proposal_id: request.id, signature: guarded.owner.sign(request.message) };
      const approve = () => call('approve_proposal', approval);
      const refused = await guarded.elsewhere('https://evil.example', approve);

      expect(refused).toMatchObject({ code: 'owner_signature_refused' });
      expect(await call('approve_proposal', approval)).toMatchObject({ request: { status: 'approved' } });
    });

    test('is one of fifty at most', async () => {
      const ask = () => call('request_permission_mode_change', { permission_mode: 'delegate' });
      const answers = await Promise.all(Array.from({ length: 55 }, ask));

      expect(answers.filter(({ code }) => code === 'owner_requests_full')).toHaveLength(5);
      expect(answers.filter(({ request }) => request)).toHaveLength(50);
    });
  });
}
