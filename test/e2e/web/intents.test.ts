import { describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS, NARROW_DARK, WIDE } from '../../support/browser/looks.ts';
import { browserWallet } from '../../support/browser/test-wallet.ts';
import { waitFor } from '../../support/wait-for.ts';
import { REFUSED, signIn } from './support/owner-suite.ts';
import { ownerOf, PLEDGE_MINT } from './support/proposal-pages.ts';
import { LAST_RESORT, proposalSuite } from './support/proposal-suite.ts';

describe.skipIf(chromiumIsMissing)(`the intents of an owner, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = proposalSuite();

  test.each(LOOKS)('lists what waits before what is over, at $width px', async (look) => {
    const { owner, wallet } = suite;
    await owner.pledge(wallet);
    await owner.transfer(wallet, 12_500_000n);
    const rejected = await owner.pledge(wallet, 9_000_000n);
    const opened = await suite.signedIn(`/intents/${rejected}`, { look });
    const { page } = opened;
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByLabel('Reason for the agent').fill('too much at once');
    await opened.picture('intent-reject');
    await opened.holds();
    await page.getByRole('button', { name: 'Reject it' }).click();
    await page.getByRole('heading', { name: 'You rejected it' }).waitFor();
    await opened.picture('intent-rejected');
    await page.getByRole('link', { name: 'All intents' }).click();
    await page.getByText('2 intents').waitFor();
    await page.waitForFunction("document.title === '(2) Inbox · Launchlens'");
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    expect(await waiting.getByRole('listitem').count()).toBe(2);
    expect(await waiting.textContent()).toContain('Pledge 1.234567 to launch 4');
    await page.getByRole('region', { name: 'Decided and expired' }).getByText('Pledge 9').waitFor();
    await opened.picture('intents');
    await opened.holds();
    await page.getByRole('link', { name: 'Confirmed', exact: true }).click();
    await page.getByText('No intent has the status “Confirmed”.').waitFor();
    expect(await suite.statusOf(rejected)).toBe('rejected');
  });

  test('notifies of what newly waits in a hidden tab, once that was asked for', async () => {
    const { owner, wallet } = suite;
    await owner.pledge(wallet);
    const { page } = await suite.signedIn('/intents');
    await page.evaluate(`
      window.shown = [];
      window.Notification = class {
        static permission = 'default';
        static requestPermission = async () => (window.Notification.permission = 'granted');
        constructor(title, { body }) { window.shown.push(body); }
      };
      Object.defineProperty(document, 'hidden', { get: () => true });
    `);
    await page.getByText('1 intent', { exact: true }).waitFor();
    await owner.pledge(wallet, 9_000_000n);
    await waitFor(async () => (await page.title()).startsWith('(2)'), { what: 'the title to count two' });
    expect(await page.evaluate('window.shown')).toEqual([]);
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByRole('button', { name: 'Stop notifying me' }).waitFor();
    await owner.pledge(wallet, 8_000_000n);
    await waitFor(async () => (await page.evaluate('window.shown.length')) === 1, { what: 'a notice' });
    expect(await page.evaluate('window.shown')).toEqual(['3 decisions wait for you.']);
  });

  test.each(LOOKS)('says so when nothing was proposed yet, at $width px', async (look) => {
    const opened = await suite.open('/intents', { look });
    await opened.page.getByRole('button', { name: 'Test wallet' }).waitFor();
    await opened.picture('intents-sign-in');
    await signIn(opened);
    await opened.page.getByRole('heading', { name: 'No agent has proposed anything yet' }).waitFor();
    await opened.picture('intents-none');
    await opened.holds();
  });

  test('leafs through more than fit, and shows by itself what an agent proposes meanwhile', async () => {
    const { owner, wallet } = suite;
    for (let count = 0; count < 51; count += 1) await owner.transfer(wallet, 1_000_000n);
    const { page } = await suite.signedIn('/intents');
    const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
    await page.getByText('more than 50 intents').waitFor();
    await page.getByRole('button', { name: 'Show older ones' }).first().click();
    await page.getByText('51 intents').waitFor();
    await owner.pledge(wallet);
    await page.getByRole('link', { name: /^Pledge 1\.234567 to launch 4/ }).waitFor();
    await page.getByText('52 intents').waitFor();
    expect(await waiting.count()).toBe(52);
    expect(await page.getByText('Nothing yet.').count()).toBe(0);
    await page.getByText('None among the newest.').waitFor();
  });

  test('reaches every intent that waits, also those that a policy approved at once', async () => {
    const { owner, wallet } = suite;
    const { moves } = owner.accounts.context.intents.intents;
    for (let count = 0; count < 51; count += 1) {
      const id = await owner.transfer(wallet, 1_000_000n);
      await moves.approve(id, { at: Date.now(), movedBy: 'owner' });
    }
    await owner.pledge(wallet);
    const { page } = await suite.signedIn('/intents');
    await page.getByText('more than 51 intents').waitFor();
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByRole('button', { name: 'Show older ones' }).click();
    await page.getByText('52 intents').waitFor();
    expect(await waiting.getByRole('listitem').count()).toBe(52);
  });

  test('are reached from the activity of the agent that proposed them', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const address = ownerOf(wallet);
    const { intents, control } = owner.accounts.context;
    const intent = await intents.intents.find(address, id);
    await control.decisions.record({
      ...{
        owner: address,
        credentialId: intent?.credentialId ?? '',
        tool: 'pledge_to_ilo',
        refusal: undefined,
      },
      ...{ asked: '{"launch_id":4}', stage: 'confirmation', planId: intent?.planId, at: Date.now() },
      outflows: [{ mint: PLEDGE_MINT, amount: 1_234_567n }],
    });
    const opened = await suite.signedIn('/settings?part=activity');
    const row = opened.page.getByRole('row').filter({ hasText: 'pledge_to_ilo' });
    for (const text of ['Rebalancer of Ada', 'launch id: 4', 'confirmation', '1.234567'])
      await row.getByText(text).waitFor();
    await opened.picture('settings-activity-intent');
    await opened.holds();
    await row.getByRole('link', { name: 'View intent' }).click();
    await opened.page.getByRole('heading', { name: 'Pledge 1.234567 to launch 4' }).waitFor();
  });

  test('keeps asking for an intent whose first answer did not come', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const { page } = await suite.signedIn('/intents', { expected: LAST_RESORT });
    const one = `**/api/v1/intents/${id}/`;
    await page.route(one, (route) => route.abort());
    await page.getByRole('link', { name: /^Pledge/ }).click();
    await page.getByText('This page retries automatically.').waitFor();
    await page.unroute(one);
    await page.getByText('it would succeed').waitFor();
  });

  test('shows nobody the intents of somebody else', async () => {
    const { owner } = suite;
    const other = browserWallet();
    const id = await owner.pledge(other);
    for (const look of [WIDE, NARROW_DARK]) {
      const opened = await suite.signedIn(`/intents/${id}`, { look, expected: REFUSED });
      await opened.page.getByText('Intent not found').waitFor();
      await opened.picture('intent-not-yours');
      await opened.holds();
    }
  });
});
