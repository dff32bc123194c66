import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing, openBrowser } from '../../support/browser/chromium.ts';
import { OpenPage } from '../../support/browser/open-page.ts';
import { type BrowserWallet, browserWallet } from '../../support/browser/test-wallet.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { connectAgent, type McpAgent } from '../../support/mcp-agent.ts';
import { installVerifier, runVerifier } from '../../support/verifier/run-verifier.ts';
import { demo } from './demo.ts';

/** The tour's launch that is open throughout, and a wallet that nobody in it plays with. */
const LAUNCH = '4';
const account = localnetWallet(95);
const AMOUNT = '1234567';
const CHAIN = { timeout: 90_000 };

describe.skipIf(chromiumIsMissing)(
  `a pledge from an agent to the explorer, in ${CHROMIUM_SUITE_NAME}`,
  () => {
    let browser: Browser;
    let wallet: BrowserWallet;
    let opened: OpenPage | undefined;
    let agent: McpAgent | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
      wallet = browserWallet({ keys: [account] });
    });
    afterAll(async () => {
      await opened?.close();
      await agent?.[Symbol.asyncDispose]();
    });

    const ask = async (path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${demo.url}${path}`, { ...sent, ...(body && { headers }) })).json();
    };
    const rest = (path: string, body?: object) => ask(`/api/v1${path}`, body);
    /** Opens what an agent hands its owner, on the pages of this very API. */
    const follow = async (url: string): Promise<OpenPage> => {
      const { origin, pathname, search } = new URL(url);
      expect(origin).toBe(demo.url);
      if (opened === undefined) {
        opened = await OpenPage.open({
          browser,
          origin,
          path: `${pathname}${search}`,
          prepare: wallet.install,
        });
      } else await opened.page.goto(url);
      return opened;
    };

    test('the agent proposes, the owner signs in the browser, and every API shows what the chain executed', async () => {
      const scopes = ['read', 'intent', 'trade'];
      const start = { client_name: 'Pledger of Ada', requested_scopes: scopes };
      const { device_code, user_code, verification_url_complete } = await rest('/pair/start/', start);
      const { page } = await follow(verification_url_complete);
      await page.getByRole('heading', { name: '“Pledger of Ada” asks to act' }).waitFor();
      expect(await page.locator('.pair-code').textContent()).toBe(user_code);
      await page.getByRole('button', { name: 'Test wallet' }).click();
      await page.getByLabel('I started this agent myself').check();
      await page.getByRole('button', { name: 'Sign and approve' }).click();
      await page.getByRole('heading', { name: /^Approved/ }).waitFor();
      const { token } = await rest('/pair/poll/', { device_code });

      agent = await connectAgent(demo.url, token);
      const asked = { launch_id: LAUNCH, amount: AMOUNT };
      const { plan } = await agent.call('pledge_to_ilo', asked);
      const { intent } = await agent.call('pledge_to_ilo', {
        ...asked,
        confirm: true,
        plan_id: plan.plan_id,
      });
      expect(intent).toMatchObject({ status: 'proposed', credential_label: 'Pledger of Ada' });

      const shown = await follow(intent.page_url);
      await page.getByRole('button', { name: 'Test wallet' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Pledge 1.234567 to launch 4' }).waitFor();
      await page.getByText('Simulated: it would succeed').waitFor();
      await shown.picture('through-intent');
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor(CHAIN);
      await shown.picture('through-done');
      await shown.holds();
      await page.getByRole('link', { name: /^View launch 4 at slot/ }).click();

      const status = { intent_id: intent.id, include_transaction: false };
      const { slot, signature } = (await agent.call('get_intent_status', status)).intent;
      expect(wallet.signedMessages.length).toBe(1);
      await page
        .getByRole('heading', { name: `Viewing history at slot ${slot.toLocaleString('en')}` })
        .waitFor();
      const position = page.getByRole('region', { name: 'Look up a wallet' });
      await position.getByText('1.234567', { exact: true }).waitFor();
      await shown.picture('through-launch');
      await shown.holds();

      const at = { launch_id: LAUNCH, wallet: account.address, as_of_slot: slot };
      const overMcp = await agent.call('get_ilo_details', at);
      expect(overMcp.wallet.pledged).toBe(AMOUNT);
      const before = await agent.call('get_ilo_details', { ...at, as_of_slot: slot - 1 });
      expect(before.wallet.pledged).toBe('0');
      const overRest = await rest(`/ilo/launches/${LAUNCH}/?wallet=${account.address}&as_of_slot=${slot}`);
      expect(overRest.wallet).toEqual(overMcp.wallet);
      const query = `{ launch(launchId: "${LAUNCH}", asOfSlot: ${slot}) { totalPledged wallet(address: "${account.address}") { pledged } } }`;
      const { data } = await ask('/graphql', { query });
      const { total_pledged: totalPledged } = overRest.launch;
      expect(data.launch).toEqual({ totalPledged, wallet: { pledged: AMOUNT } });
      expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/);
    });

    test('the owner pledges more without an agent, from the page of the launch', async () => {
      const shown = await follow(`${demo.url}/launches/${LAUNCH}`);
      const { page } = shown;
      await page.getByRole('button', { name: 'Pledge', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Pledge' });
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5');
      await dialog.getByRole('button', { name: 'Review and sign' }).click();
      await page.getByRole('heading', { name: 'Pledge 0.5 to launch 4' }).waitFor();
      await page.getByText('Simulated: it would succeed').waitFor();
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor(CHAIN);
      await shown.holds();
      const { wallet: position } = await rest(`/ilo/launches/${LAUNCH}/?wallet=${account.address}`);
      expect(position.pledged).toBe(`${Number(AMOUNT) + 500_000}`);
    });

    test('the verifier, which trusts none of them, holds for the launch and the wallet', async () => {
      const { source } = await rest('/ilo/status/');
      const where = ['--cluster', 'localnet', '--rpc', demo.rpcUrl, '--program-id', source.program_id];
      const what = ['--launch-id', LAUNCH, '--wallet', account.address];
      const { exit, stdout } = await runVerifier(await installVerifier(), [...what, ...where]);
      expect(exit, stdout).toBe(0);
    });
  },
);
