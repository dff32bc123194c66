import { expect } from 'vitest';
import { testWallet } from '../wallets.ts';
import { controlOf, granted, signed, type Told, type ToolCase, type ToolCases, type Walk } from './walk.ts';

const MINT = testWallet('a mint of limits').address;
const watched = testWallet('a watched wallet').address;
const signer = (name: string) => ({
  ...{ public_key: testWallet(name).address, label: name, limits: [], days: 3 },
});
const identity = (name: string) => ({ name, public_key: testWallet(name).address });
const grant = (grantee: string) => ({ grantee, terms: 'To look.', days: 5 });

const subjects = async (walk: Walk, kind: string): Promise<string[]> =>
  (await controlOf(walk)).grants
    .filter((each: Told) => each.kind === kind)
    .map(({ subject }: Told) => subject);

/** A question to the owner that is open until the owner decides. */
const asking =
  (tool: string, poll: string, input: object): ToolCase =>
  async ({ told }) => {
    const { request } = await told(tool, { ...input });
    expect(request).toMatchObject({ status: 'pending', message: expect.any(String) });
    expect((await told(poll, { request_id: request.id })).request).toEqual(request);
  };

const SESSION = ['request_session_signer_authorization', 'poll_session_signer_authorization'] as const;
const IDENTITY = ['request_agnta_identity_registration', 'poll_agnta_identity_registration'] as const;
const CLEAR = ['request_agnta_grant_clear', 'poll_agnta_grant_clear'] as const;
const MODE = ['request_permission_mode_change', 'poll_permission_mode_change'] as const;
const DELEGATE = { permission_mode: 'delegate' };

/** Tools that say what agents may do: they hold at once, or wait for the owner's signature. */
export const ADMIN: ToolCases = {
  create_agent_wallet: async (walk) => {
    const named = { address: watched, label: 'Looked at' };
    await walk.told('create_agent_wallet', { ...named, kind: 'watch' });
    expect((await controlOf(walk)).watched_wallets).toContainEqual(named);
  },
  approve_proposal: async (walk) => {
    await granted(walk, await walk.told('set_agnta_grant', grant('approved')));
    expect(await subjects(walk, 'agnta_grant')).toContain('approved');
  },
  set_agnta_grant: async (walk) => {
    const asked = await walk.told('set_agnta_grant', grant('set'));
    expect(await subjects(walk, 'agnta_grant')).not.toContain('set');
    await granted(walk, asked);
    expect(await subjects(walk, 'agnta_grant')).toContain('set');
  },
  clear_agnta_grant: async (walk) => {
    await granted(walk, await walk.told('set_agnta_grant', grant('cleared')));
    await walk.told('clear_agnta_grant', { grantee: 'cleared' });
    expect(await subjects(walk, 'agnta_grant')).not.toContain('cleared');
  },
  request_agnta_grant_clear: async (walk) => {
    await granted(walk, await walk.told('set_agnta_grant', grant('left')));
    await granted(walk, await walk.told('request_agnta_grant_clear', { grantee: 'left' }));
    expect(await subjects(walk, 'agnta_grant')).not.toContain('left');
  },
  poll_agnta_grant_clear: async (walk) => {
    await granted(walk, await walk.told('set_agnta_grant', grant('polled')));
    await asking(...CLEAR, { grantee: 'polled' })(walk);
  },
  request_agnta_identity_registration: asking(...IDENTITY, identity('asked')),
  poll_agnta_identity_registration: asking(...IDENTITY, identity('polled')),
  submit_agnta_identity_registration: async (walk) => {
    const { request } = await walk.told(IDENTITY[0], identity('submitted'));
    await walk.told('submit_agnta_identity_registration', signed(walk, request));
    expect(await subjects(walk, 'agnta_identity')).toHaveLength(1);
  },
  request_session_signer_authorization: asking(...SESSION, signer('asked')),
  poll_session_signer_authorization: asking(...SESSION, signer('polled')),
  authorize_session_signer: async (walk) => {
    const { request } = await walk.told(SESSION[0], signer('authorized'));
    await walk.told('authorize_session_signer', signed(walk, request));
    expect(await subjects(walk, 'session_signer')).toContain(signer('authorized').public_key);
  },
  revoke_session_signer: async (walk) => {
    const { public_key } = signer('revoked');
    const { request } = await walk.told(SESSION[0], signer('revoked'));
    await walk.told('authorize_session_signer', signed(walk, request));
    await walk.told('revoke_session_signer', { public_key });
    expect(await subjects(walk, 'session_signer')).not.toContain(public_key);
  },
  request_permission_mode_change: async (walk) => {
    await asking(...MODE, DELEGATE)(walk);
    expect(await controlOf(walk)).toMatchObject({ permission_mode: 'propose' });
  },
  poll_permission_mode_change: asking(...MODE, DELEGATE),
  set_permission_mode: async (walk) => {
    expect(await walk.told('set_permission_mode', { permission_mode: 'observe' })).toMatchObject({
      status: 'applied',
    });
    expect(await controlOf(walk)).toMatchObject({ permission_mode: 'observe' });
    await walk.refused('set_permission_mode', DELEGATE, 'owner_signature_required');
  },
  set_trading_limits: async (walk) => {
    const limits = [{ mint: MINT, per_intent: '5', per_day: '9' }];
    await walk.told('set_trading_limits', { limits });
    expect(await controlOf(walk)).toMatchObject({ limits });
  },
  set_wallet_policy: async (walk) => {
    await walk.told('set_wallet_policy', { denied_tools: ['flash_loan'] });
    expect((await controlOf(walk)).policy).toMatchObject({ denied_tools: ['flash_loan'] });
  },
  register_counterparty_set: async (walk) => {
    const counterparties = [{ address: watched, label: 'friend' }];
    const set = await walk.told('register_counterparty_set', { counterparties });
    expect(set.status).toBe('applied');
    expect(await controlOf(walk)).toMatchObject({ counterparties });
  },
  reconcile_turnkey_policy: async (walk) => {
    const { totals: _totals, has_more: _hasMore, ...control } = await controlOf(walk);
    expect(await walk.told('reconcile_turnkey_policy')).toEqual({ sent: false, enforced: false, control });
  },
};

/** Last of all: they stop the owner's agents. */
export const STOPS: ToolCases = {
  pause_wallet: async (walk) => {
    await walk.told('pause_wallet');
    expect(await controlOf(walk)).toMatchObject({ switch: 'paused' });
  },
  resume_wallet: async (walk) => {
    const { status, request } = await walk.told('resume_wallet');
    expect([status, (await controlOf(walk)).switch]).toEqual(['waits_for_owner', 'paused']);
    await walk.told('resume_wallet', signed(walk, request));
    expect(await controlOf(walk)).toMatchObject({ switch: 'on' });
  },
  kill_wallet: async (walk) => {
    await walk.told('kill_wallet');
    expect(await controlOf(walk)).toMatchObject({ switch: 'killed' });
  },
};
