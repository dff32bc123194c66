import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing, openBrowser } from '../../support/browser/chromium.ts';
import { OpenPage } from '../../support/browser/open-page.ts';
import { browserWallet } from '../../support/browser/test-wallet.ts';
import type { LocalnetWallet } from '../../support/localnet-wallet.ts';
import { waitFor } from '../../support/wait-for.ts';
import { demo } from './demo.ts';
import { FAILED, forgetful, leavesTokens, SUCCEEDED } from './tour-wallets.ts';

const CHAIN = { timeout: 90_000 };

/** What a wallet has in a launch, as the API says now. */
async function positionIn(launchId: string, wallet: LocalnetWallet) {
  const at = `${demo.url}/api/v1/ilo/launches/${launchId}/?wallet=${wallet.address}`;
  return (await (await fetch(at)).json()).wallet;
}

describe.skipIf(chromiumIsMissing)(
  `an owner takes out of a launch on its page, without an agent, in ${CHROMIUM_SUITE_NAME}`,
  () => {
    let browser: Browser;
    let opened: OpenPage | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterEach(async () => {
      await opened?.close();
      opened = undefined;
    });
    afterAll(() => opened?.close());

    /** Opens the launch, signs in in the dialog of its one button, and goes on to the page of the intent. */
    async function request(launchId: string, verb: string, wallet: LocalnetWallet): Promise<Page> {
      const { install: prepare } = browserWallet({ keys: [wallet] });
      opened = await OpenPage.open({ browser, origin: demo.url, path: `/launches/${launchId}`, prepare });
      const { page } = opened;
      await page.getByRole('button', { name: verb, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: verb });
      await dialog.getByRole('button', { name: 'Test wallet' }).click();
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog.getByText('You receive').waitFor();
      await dialog.getByRole('button', { name: 'Review and sign' }).click();
      return page;
    }

    async function signAndSend(page: Page): Promise<void> {
      await page.getByText('You made this').waitFor();
      await page.getByText('Simulated: it would succeed').waitFor();
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor(CHAIN);
      await opened?.holds();
    }

    test('the pledge of a failed launch is refunded once, and the page says so', async () => {
      const [, wallet] = forgetful(FAILED, 'refunds');
      if (wallet === undefined) throw new Error('the tour has two pledgers who forget their refund');
      const refunded = async (): Promise<boolean> => (await positionIn(FAILED, wallet)).refund?.refunded;
      await waitFor(async () => (await refunded()) === false, { what: 'the launch to fail' });

      const page = await request(FAILED, 'Get refund', wallet);
      await page.getByRole('heading', { name: `Refund the pledge in launch ${FAILED}` }).waitFor();
      await signAndSend(page);

      expect(await refunded()).toBe(true);
      await page.goto(`${demo.url}/launches/${FAILED}`);
      await page.getByText('refund claimed').waitFor();
      await page.getByRole('button', { name: 'Get refund', exact: true }).click();
      await page.getByText('This wallet has nothing to claim or refund').waitFor();
    });

    test('unlocked tokens of a settled launch are claimed', async () => {
      const wallet = leavesTokens(SUCCEEDED);
      const released = async () => BigInt((await positionIn(SUCCEEDED, wallet)).allocation.released);
      const claimable = async (): Promise<boolean> => {
        const { allocation } = await positionIn(SUCCEEDED, wallet);
        return BigInt(allocation?.claimable ?? 0) > 0n;
      };
      await waitFor(claimable, { what: 'tokens to unlock' });
      const before = await released();

      const page = await request(SUCCEEDED, 'Claim', wallet);
      await page.getByRole('heading', { name: `Claim the unlocked tokens of launch ${SUCCEEDED}` }).waitFor();
      await signAndSend(page);

      expect(await released()).toBeGreaterThan(before);
    });
  },
);
