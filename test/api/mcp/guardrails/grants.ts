import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { testWallet } from '../../../support/wallets.ts';
import type { Guarded } from '../support/guarded.ts';

const DAY_MS = 86_400_000;

/** What an owner signs for beside settings. */
export function grantsSuite(guarded: Guarded): void {
  const { call, auditLog, granted } = guarded;

  describe('what an owner signs for', () => {
    const signer = { public_key: testWallet('a signer').address, label: 'Bot', limits: [], days: 30 };

    test('a session signer holds for its days, or until it is revoked', async () => {
      const { request } = await call('request_session_signer_authorization', signer);
      const authorize = { request_id: request.id, signature: guarded.owner.sign(request.message) };
      expect(await call('submit_agnta_identity_registration', authorize)).toMatchObject({
        code: 'owner_request_unknown',
      });
      const { control } = await call('authorize_session_signer', authorize);
      expect(control.grants).toMatchObject([{ kind: 'session_signer', subject: signer.public_key }]);
      expect(
        (await call('poll_session_signer_authorization', { request_id: request.id })).request.status,
      ).toBe('approved');

      expect((await call('revoke_session_signer', { public_key: signer.public_key })).control.grants).toEqual(
        [],
      );
      expect(await call('revoke_session_signer', { public_key: signer.public_key })).toMatchObject({
        code: 'grant_unknown',
      });
      await granted('request_session_signer_authorization', signer);
      guarded.clock.advance(30 * DAY_MS);
      expect((await call('get_wallet_policy')).grants).toEqual([]);
    });

    test('a session signer that is revoked is not authorized by a signature held back', async () => {
      await granted('request_session_signer_authorization', signer);
      const { request } = await call('request_session_signer_authorization', signer);
      await call('revoke_session_signer', { public_key: signer.public_key });

      const held = { request_id: request.id, signature: guarded.owner.sign(request.message) };
      expect(await call('authorize_session_signer', held)).toMatchObject({ code: 'owner_request_decided' });
    });

    test('an AGNTA grant and identity are kept, and the grant is cleared', async () => {
      const grant = { grantee: 'Desk', terms: 'Reads the journal', days: 7 };
      expect((await granted('set_agnta_grant', grant)).control.grants).toMatchObject([
        { kind: 'agnta_grant', subject: 'Desk', terms: { terms: 'Reads the journal' } },
      ]);
      expect((await granted('request_agnta_grant_clear', { grantee: 'Desk' })).control.grants).toEqual([]);
      await granted('set_agnta_grant', grant);
      expect((await call('clear_agnta_grant', { grantee: 'Desk' })).control.grants).toEqual([]);
      const identity = { name: 'Desk', public_key: signer.public_key };
      const { request } = await call('request_agnta_identity_registration', identity);
      const submitted = await call('submit_agnta_identity_registration', {
        request_id: request.id,
        signature: guarded.owner.sign(request.message),
      });
      expect(submitted.control.grants).toMatchObject([
        { kind: 'agnta_identity', subject: signer.public_key },
      ]);
      expect(
        (await call('poll_agnta_identity_registration', { request_id: request.id })).request.status,
      ).toBe('approved');
    });

    test('a grant that is cleared is not set by a signature held back, and one to another grantee is', async () => {
      const grant = (grantee: string) => ({ grantee, terms: 'Reads the journal', days: 7 });
      const open = async (grantee: string) => (await call('set_agnta_grant', grant(grantee))).request;
      const approved = (request: { id: string; message: string }) =>
        call('approve_proposal', { proposal_id: request.id, signature: guarded.owner.sign(request.message) });

      await granted('set_agnta_grant', grant('Desk'));
      const [held, other] = [await open('Desk'), await open('Friend')];
      await call('clear_agnta_grant', { grantee: 'Desk' });
      expect(await approved(held)).toMatchObject({ code: 'owner_request_decided' });
      expect((await approved(other)).control.grants).toMatchObject([{ subject: 'Friend' }]);

      const [again, third] = [await open('Friend'), await open('Third')];
      await granted('request_agnta_grant_clear', { grantee: 'Friend' });
      expect(await approved(again)).toMatchObject({ code: 'owner_request_decided' });
      expect((await approved(third)).control.grants).toMatchObject([{ subject: 'Third' }]);
    });

    test('a wallet is watched at once, and delegated to by its own signature and the owner’s', async () => {
      const wallet = testWallet(`delegate of ${guarded.owner.address}`);
      const named = { address: wallet.address, label: 'Bot' };
      expect(await call('create_agent_wallet', { ...named, kind: 'watch' })).toMatchObject({
        status: 'watched',
      });
      const { agentWallets } = guarded.control;
      expect(await agentWallets.owns(guarded.owner.address, wallet.address)).toBe(false);

      const { consent, status } = await call('create_agent_wallet', { ...named, kind: 'delegate' });
      expect(status).toBe('needs_wallet_signature');
      expect(
        await call('create_agent_wallet', {
          ...named,
          kind: 'delegate',
          wallet_signature: guarded.owner.sign(consent),
        }),
      ).toMatchObject({ code: 'agent_wallet_refused' });
      await granted('create_agent_wallet', {
        ...named,
        kind: 'delegate',
        wallet_signature: wallet.sign(consent),
      });

      expect(await agentWallets.owns(guarded.owner.address, wallet.address)).toBe(true);
      expect(await call('get_wallet_policy')).toMatchObject({
        agent_wallets: [wallet.address],
        watched_wallets: [named],
      });
    });

    test('nothing is sent to a custody service, and the answer says so', async () => {
      expect(await call('reconcile_turnkey_policy')).toMatchObject({
        sent: false,
        control: { switch: 'on' },
      });
    });
  });

  test('a private key in any argument is refused, and nothing of it is kept', async () => {
    const seed = createHash('sha256').update('a leak').digest();
    const secret = base58.encode(Buffer.concat([seed, ed25519.getPublicKey(seed)]));
    const grant = { grantee: 'Desk', terms: secret, days: 7 };

    expect(await call('set_agnta_grant', grant)).toMatchObject({ code: 'secret_refused' });
    expect((await call('list_owner_requests')).results).toEqual([]);
    expect((await auditLog())[0]).toMatchObject({ refusal: { gate: 'arguments', code: 'secret_refused' } });
  });
}
