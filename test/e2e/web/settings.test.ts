import { describe, expect, test } from 'vitest';
import { registerWebhook } from '../../../api/actions/webhooks/manage.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { callTool } from './support/call-tool.ts';
import { ownerSuite, REFUSED } from './support/owner-suite.ts';

describe.skipIf(chromiumIsMissing)(`the settings of an owner, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = ownerSuite();

  test.each(LOOKS)('asks for a sign-in, at $width px', async (look) => {
    const opened = await suite.open('/settings', { look });
    await opened.page.getByRole('button', { name: 'Test wallet' }).click();
    await opened.page.getByText('word for word').waitFor();
    await opened.picture('settings-sign-in');
    await opened.holds();
  });

  test('signs in by a signature, lasts over a reload, keeps nothing for longer than the tab, and signs out', async () => {
    const opened = await suite.open('/settings');
    const { page } = opened;
    suite.wallet.refuses = true;
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Test wallet did not sign').waitFor();
    suite.wallet.refuses = false;
    const shown = await page.locator('.signed-text code').textContent();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No agent was paired with this wallet yet.').waitFor();
    expect(suite.wallet.signed).toEqual([shown]);
    expect(shown).toContain('wants you to sign in with your Solana account');
    expect(shown).toMatch(/rotate and revoke keys and tokens, set guardrails, approve or reject intents/);
    await page.reload();
    await page.getByText('No agent was paired with this wallet yet.').waitFor();
    expect(suite.wallet.signed.length).toBe(1);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    expect(await page.evaluate('sessionStorage.getItem("launchlens.session")')).toBeNull();
  });

  test('asks for a new sign-in before a rotation that needs a recent one, and then rotates', async () => {
    await suite.owner.paired(suite.wallet, { client_name: 'Bot', requested_scopes: ['read', 'trade'] });
    const opened = await suite.signedIn('/settings', { expected: REFUSED });
    const { page } = opened;
    await page.getByText('Bot', { exact: true }).waitFor();
    const before = await page.evaluate('sessionStorage.getItem("launchlens.session")');
    suite.owner.time.ahead = 11 * 60_000;
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('button', { name: 'Rotate the token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again to rotate “Bot”' });
    const text = dialog.locator('.signed-text code');
    await text.waitFor();
    await opened.picture('settings-sign-in-again');
    await opened.holds();
    suite.wallet.refuses = true;
    await dialog.getByRole('button', { name: 'Sign in and rotate the token' }).click();
    await dialog.getByText('Test wallet did not sign').waitFor();
    suite.wallet.refuses = false;
    const shown = await text.textContent();
    await dialog.getByRole('button', { name: 'Sign in and rotate the token' }).click();
    expect(await page.locator('.new-secret code').textContent()).toMatch(/^llp_/);
    expect(suite.wallet.signed.at(-1)).toBe(shown);
    expect(await dialog.count()).toBe(0);
    const { token } = JSON.parse(String(before)) as { token: string };
    const keys = await fetch(`${suite.owner.pages.origin}/api/v1/keys/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(keys.status).toBe(401);
  });

  test('ends the session on the server when signing out, and says so when that fails', async () => {
    const opened = await suite.signedIn('/settings', { expected: /Failed to load resource|net::ERR/ });
    const { page } = opened;
    const kept = await page.evaluate('sessionStorage.getItem("launchlens.session")');
    const { token } = JSON.parse(String(kept)) as { token: string };
    const status = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${suite.owner.pages.origin}/api/v1/keys/`, { headers })).status;
    };
    await page.route('**/auth/sign-out/', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in').waitFor();
    await opened.picture('settings-sign-out-failed');
    await opened.holds();
    expect(await status()).toBe(200);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You are signed out', { exact: true }).waitFor();
    expect(await status()).toBe(401);
  });

  test('signs out in this browser only where the owner asks for that', async () => {
    const opened = await suite.signedIn('/settings', { expected: /Failed to load resource|net::ERR/ });
    const { page } = opened;
    await page.route('**/auth/sign-out/', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out in this browser only' }).click();
    await page.getByText('You are signed out in this browser only').waitFor();
    expect(await page.evaluate('sessionStorage.getItem("launchlens.session")')).toBeNull();
  });

  test('says so when the sign-in ends or is refused, and when the wallet shows another account', async () => {
    const opened = await suite.signedIn('/settings', { expected: REFUSED });
    const { page } = opened;
    await suite.wallet.switchTo(page, suite.wallet.addresses[1] ?? '');
    await page.getByText('Your wallet is connected with another account').waitFor();
    await opened.picture('settings-other-account');
    await opened.holds();
    await page.getByRole('button', { name: 'Sign in with that one' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No agent was paired with this wallet yet.').waitFor();

    suite.owner.time.ahead = 13 * 3_600_000;
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Your sign-in is no longer valid').waitFor();
    await opened.picture('settings-refused');
    await opened.holds();
  });

  test.each(LOOKS)('lists tokens and keys, at $width px', async (look) => {
    await suite.owner.paired(suite.wallet, { client_name: 'Rebalancer of Ada' });
    await suite.owner.paired(suite.wallet, {
      client_name: 'Desk bot',
      requested_scopes: ['read', 'manage', 'trade'],
    });
    const opened = await suite.signedIn('/settings', { look });
    await opened.page.getByText('Rebalancer of Ada').waitFor();
    await opened.page.getByText('Desk bot').waitFor();
    await opened.picture('settings-keys');
    await opened.holds();
  });

  test('issues a key with base scopes at once, and shows it this once', async () => {
    const opened = await suite.signedIn('/settings');
    const { page } = opened;
    await page.getByLabel('Label').fill('My desk');
    await page.getByRole('button', { name: 'Issue the key' }).click();
    const secret = page.locator('.new-secret code');
    expect(await secret.textContent()).toMatch(/^llk_/);
    expect(await page.getByLabel('Label').inputValue()).toBe('');
    await opened.picture('settings-new-key');
    await opened.holds();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('llk_').first().waitFor();
    expect(await secret.count()).toBe(0);
    expect(suite.wallet.signed.length).toBe(1);
  });

  test('does not let a new key go that was not copied', async () => {
    const opened = await suite.signedIn('/settings');
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Label').fill('My desk');
    await page.getByRole('button', { name: 'Issue the key' }).click();
    const secret = page.locator('.new-secret code');
    const text = await secret.textContent();
    const asks = page.getByRole('dialog', { name: 'Not copied yet' });
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('No agent has tried anything yet.').waitFor();
    expect(await secret.textContent()).toBe(text);
    await page.getByRole('link', { name: 'Launches' }).click();
    await asks.waitFor();
    await opened.picture('settings-leave');
    await opened.holds();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.click();
    await asks.waitFor();
    await page.keyboard.press('Escape');
    await asks.waitFor({ state: 'hidden' });
    expect(await signOut.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true);
    await suite.wallet.switchTo(page, suite.wallet.addresses[1] ?? '');
    await page.getByRole('button', { name: 'Sign in with that one' }).click();
    await asks.getByRole('button', { name: 'Sign in with that one without it' }).waitFor();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    expect(await secret.textContent()).toBe(text);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    await page.getByRole('link', { name: 'Launches' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'detached' });
    expect(await asks.count()).toBe(0);
  });

  test.each(LOOKS)('keeps a new key in sight when the sign-in ends by itself, at $width px', async (look) => {
    const opened = await suite.signedIn('/settings', { look, expected: REFUSED });
    const { page } = opened;
    await page.getByLabel('Label').fill('My desk');
    await page.getByRole('button', { name: 'Issue the key' }).click();
    const secret = page.locator('.new-secret code');
    const text = await secret.textContent();
    await page.route('**/api/v1/call-decisions/**', (route) =>
      route.fulfill({ status: 401, json: { detail: 'The token is refused.' } }),
    );
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Your sign-in is no longer valid').waitFor();
    expect(await secret.textContent()).toBe(text);
    await opened.picture('settings-key-signed-out');
    await opened.holds();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out without it' }).click();
    await page.getByText('You are signed out').waitFor();
    expect(await secret.count()).toBe(0);
  });

  test('issues a key with more than base scopes by a signature alone, rotates it and revokes it', async () => {
    const opened = await suite.signedIn('/settings');
    const { page } = opened;
    await page.getByLabel('Label').fill('Trader');
    await page.getByLabel('Trade and send').check();
    await page.getByRole('button', { name: 'Continue to sign' }).click();
    await page.locator('.signed-text code').waitFor();
    await opened.picture('settings-sign-key');
    await opened.holds();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Sign and issue');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Label').inputValue()).toBe('Trader');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('FORM');
    expect(await page.getByLabel('Trade and send').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continue to sign' }).click();
    await page.getByRole('button', { name: 'Sign and issue' }).waitFor();
    const shown = await page.locator('.signed-text code').textContent();
    suite.wallet.refuses = true;
    await page.getByRole('button', { name: 'Sign and issue' }).click();
    await page.getByText('Test wallet did not sign').waitFor();
    await page.getByText('You have issued no key yet.').waitFor();
    suite.wallet.refuses = false;
    await page.getByRole('button', { name: 'Sign and issue' }).click();
    const first = await page.locator('.new-secret code').textContent();
    expect(suite.wallet.signed.at(-1)).toBe(shown);

    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByText('Rotated', { exact: true }).waitFor();
    const second = await page.locator('.new-secret code').textContent();
    expect(second).toMatch(/^llk_/);
    expect(second).not.toBe(first);

    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('dialog', { name: 'Revoke “Trader”?' }).waitFor();
    await opened.picture('settings-revoke');
    await opened.holds();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    const answer = await callTool(suite.owner.pages.origin, second ?? '', 'get_source_status');
    expect(answer).toMatch(/^refused/);
  });

  test.each(LOOKS)('shows the guardrails, at $width px', async (look) => {
    const opened = await suite.signedIn('/settings?part=guardrails', { look });
    await opened.page.getByText('No mint has a limit.').waitFor();
    await opened.picture('settings-guardrails');
    await opened.holds();
  });

  test('pauses and stops at once, and lets agents go on by a signature alone, also after a reload', async () => {
    const token = await suite.owner.paired(suite.wallet, { client_name: 'Bot' });
    const opened = await suite.signedIn('/settings?part=guardrails');
    const { page } = opened;
    await page.getByRole('button', { name: 'Pause all agents' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop all agents' }).click();
    await page.getByRole('button', { name: 'Stop them now' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Resume all agents' }).click();
    const request = page.getByRole('article');
    await request.waitFor();
    const shown = await request.locator('code').textContent();
    await opened.picture('settings-request');
    await opened.holds();
    await request.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('On', { exact: true }).waitFor();
    expect(suite.wallet.signed.at(-1)).toBe(shown);
    expect(token).toMatch(/^llp_/);
  });

  test('sets the permission mode, and rejects what an agent asked for', async () => {
    const scopes = ['read', 'wallet_admin'];
    const token = await suite.owner.paired(suite.wallet, {
      client_name: 'Admin bot',
      requested_scopes: scopes,
    });
    await callTool(suite.owner.pages.origin, token, 'request_permission_mode_change', {
      permission_mode: 'delegate',
    });
    const opened = await suite.signedIn('/settings?part=guardrails');
    const { page } = opened;
    await page.getByText('Requested by an agent').waitFor();
    expect(await page.getByRole('article').locator('.changes').textContent()).toBe(
      'Permission modenow propose→then delegate',
    );
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByLabel('Observe').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Observe (now)').waitFor();
    await page.getByLabel('Delegate').check();
    await page.getByRole('button', { name: 'Continue to sign' }).click();
    await page.getByText('Requested by you').waitFor();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('Delegate (now)').waitFor();
  });

  test.each(LOOKS)('shows what agents tried and what became of keys, at $width px', async (look) => {
    const token = await suite.owner.paired(suite.wallet, { client_name: 'Bot' });
    await callTool(suite.owner.pages.origin, token, 'set_permission_mode', { permission_mode: 'observe' });
    const opened = await suite.signedIn('/settings?part=activity', { look });
    await opened.page.getByText('set_permission_mode').waitFor();
    await opened.page.getByText('Issued', { exact: true }).waitFor();
    await opened.picture('settings-activity');
    await opened.holds();
  });

  test.each(LOOKS)(
    'shows every webhook with its registrant, and deletes any of them, at $width px',
    async (look) => {
      const token = await suite.owner.paired(suite.wallet, {
        client_name: 'Alarm bot',
        requested_scopes: ['read', 'manage'],
      });
      const { origin } = suite.owner.pages;
      const hook = { url: 'https://1.1.1.1/in/a-long-secret-path', events: ['credential.revoked'] };
      await callTool(origin, token, 'register_webhook', { ...hook, label: 'Bot’s hook' });
      const opened = await suite.signedIn('/settings?part=webhooks', { look });
      const { page } = opened;
      const row = page.getByRole('listitem').filter({ hasText: 'Bot’s hook' });
      await row.getByText('Your agent “Alarm bot”').waitFor();
      await row.getByText(hook.url).waitFor();
      const address = parsePubkey(suite.wallet.addresses[0] ?? '');
      const { keys, desk } = suite.owner.accounts.context;
      const mine = { ...hook, events: ['credential.revoked' as const], label: 'My alarm' };
      const { id } = await registerWebhook(desk.webhooks, { owner: address, agent: undefined }, mine);
      const [paired] = await keys.credentials.list({ owner: address, kind: 'token' }, { limit: 1 });
      const ended = { at: Date.now(), surface: '/', reason: 'asked' };
      await keys.credentials.revoke({ id: paired?.id ?? '' }, ended);
      await page.reload();
      await row.getByText('the credential that registered it was revoked').waitFor();
      expect(await row.getByRole('button', { name: /^Turn on/ }).count()).toBe(0);
      await opened.picture('settings-webhooks');
      await opened.holds();

      await page.getByRole('button', { name: 'Delete the webhook Bot’s hook' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      expect((await desk.webhooks.webhooks.list(address)).map((each) => each.id)).toEqual([id]);
    },
  );

  test.each(LOOKS)('shows rewards with both disclosures, at $width px', async (look) => {
    const address = parsePubkey(suite.wallet.addresses[0] ?? '');
    const opened = await suite.signedIn('/settings?part=rewards', { look });
    const { page } = opened;
    await page.getByText('No record yet.').waitFor();
    await page.getByText('No entitlement to any amount.').nth(1).waitFor();
    await page.getByText('Credits carry no entitlement.').nth(1).waitFor();
    const at = Date.now() - 3_600_000;
    const id = BigInt(at) * 10n;
    await suite.owner.record(
      { kind: 'accrued', recordId: id, at, program: 'signup_bonus', wallet: address, amount: 1_250_000n },
      { kind: 'accrued', recordId: id + 1n, at, program: 'referral', wallet: address, amount: undefined },
    );
    await page.reload();
    await page.getByRole('table', { name: 'Reward records' }).waitFor();
    await page.getByText('no price yet').waitFor();
    await opened.picture('settings-rewards');
    await opened.holds();
  });

  test('says so when nothing answers', async () => {
    const opened = await suite.signedIn('/settings', { expected: /Failed to load resource|net::ERR/ });
    await opened.page.route('**/api/v1/**', (route) => route.abort());
    await opened.page.getByRole('link', { name: 'Guardrails' }).click();
    await opened.page.getByText('Launchlens cannot be reached').first().waitFor();
    await opened.picture('settings-unreachable');
    await opened.holds();
  });
});
