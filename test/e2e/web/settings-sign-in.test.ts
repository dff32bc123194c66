import { describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { ownerSuite, REFUSED } from './support/owner-suite.ts';

describe.skipIf(chromiumIsMissing)(`signing in to the settings, in ${CHROMIUM_SUITE_NAME}`, () => {
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
    await page.getByText('No agent is paired with this wallet yet.').waitFor();
    expect(suite.wallet.signed).toEqual([shown]);
    expect(shown).toContain('wants you to sign in with your Solana account');
    expect(shown).toMatch(/rotate and revoke keys and tokens, set guardrails, approve or reject intents/);
    await page.reload();
    await page.getByText('No agent is paired with this wallet yet.').waitFor();
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
    await page.getByText('No agent is paired with this wallet yet.').waitFor();

    suite.owner.time.ahead = 13 * 3_600_000;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Your sign-in is no longer valid').waitFor();
    await opened.picture('settings-refused');
    await opened.holds();
  });
});
