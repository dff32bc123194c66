import { describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { callTool } from './support/call-tool.ts';
import { ownerSuite, REFUSED } from './support/owner-suite.ts';

describe.skipIf(chromiumIsMissing)(`the tokens and keys of an owner, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = ownerSuite();

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

  test.each(LOOKS)('has a page for each agent, at $width px', async (look) => {
    await suite.owner.paired(suite.wallet, { client_name: 'Page bot', requested_scopes: ['read', 'quote'] });
    const opened = await suite.signedIn('/settings', { look });
    const { page } = opened;
    await page.getByRole('link', { name: 'Page bot' }).first().click();
    await page.getByRole('heading', { name: 'Page bot' }).waitFor();
    await page.getByRole('heading', { name: 'Mode and limits' }).waitFor();
    await page.getByText('Issued', { exact: true }).waitFor();
    await opened.picture('agent');
    await opened.holds();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the token' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
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
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Your agents have not tried anything yet.').waitFor();
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
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor({ state: 'detached' });
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
    await page.getByRole('link', { name: 'Audit log' }).click();
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
    await page.getByText('You have not issued a key yet.').waitFor();
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
});
