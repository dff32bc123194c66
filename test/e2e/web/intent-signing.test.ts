import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { type BrowserWallet, browserWallet } from '../../support/browser/test-wallet.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { signIn } from './support/owner-suite.ts';
import { PLEDGE_MINT } from './support/proposal-pages.ts';
import { proposalSuite, SEND, sha256 } from './support/proposal-suite.ts';

describe.skipIf(chromiumIsMissing)(`signing what an agent proposes, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = proposalSuite();

  test.each(LOOKS)(
    'shows what leaves, for whom, and the exact transaction; signs it, and follows it to its slot, at $width px',
    async (look) => {
      const { owner, wallet } = suite;
      const id = await owner.pledge(wallet);
      const opened = await suite.signedIn(`/intents/${id}`, { look });
      const { page } = opened;
      await page.getByRole('heading', { name: 'Pledge 1.234567 to launch 4' }).waitFor();
      await page.getByText('“Rebalancer of Ada”').first().waitFor();
      await page.getByText('Simulated: it would succeed').waitFor();
      await page.getByTitle('1,234,567 base units').first().waitFor();
      const accounts = page.locator('.instruction', { hasText: 'Pledge' }).getByText(/^\d+ accounts$/);
      await accounts.click();
      expect(await page.locator('.instruction').last().textContent()).toContain('you');
      await opened.picture('intent');
      await opened.holds();

      const digest = await page.locator('.digest code').textContent();
      await page.getByRole('button', SEND).click();
      await page.getByRole('heading', { name: 'On its way' }).waitFor();
      await opened.picture('intent-sent');
      await opened.holds();
      expect(wallet.signedMessages.length).toBe(1);
      expect(await sha256(wallet.signedMessages[0])).toBe(digest);
      expect(owner.chain.sent.length).toBe(1);

      owner.chain.fate = { slot: 1_234n, error: null, commitment: 'confirmed' };
      await owner.follow();
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      await page.getByRole('link', { name: 'View launch 4 at slot 1,234' }).waitFor();
      await opened.picture('intent-confirmed');
      await opened.holds();
    },
  );

  test('can be signed after a reload, without connecting the wallet again', async () => {
    const id = await suite.owner.pledge(suite.wallet);
    const { page } = await suite.signedIn(`/intents/${id}`);
    await page.getByRole('button', SEND).waitFor();
    await page.reload();
    await page.getByRole('button', SEND).click();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
  });

  /** Has the page hear of an owner's guardrails with something else in them. */
  const withControl = (wallet: BrowserWallet, more: object) => ({
    prepare: async (page: Page) => {
      await wallet.install(page);
      await page.route('**/wallet-control/', async (route) => {
        const control = await (await route.fetch()).json();
        await route.fulfill({ json: { ...control, ...more } });
      });
    },
  });

  test.each(LOOKS)(
    'names the wallets that the transaction pays, whole, whatever the agent calls them, at $width px',
    async (look) => {
      const { owner, wallet } = suite;
      const [alice, bob] = [pubkeyOf('the wallet of Alice'), pubkeyOf('the wallet of Bob')];
      const id = await owner.transfers(wallet, [
        { name: 'Bank Alice account', wallet: alice, amount: 1_000_000n },
        { name: 'Bank Bob account', wallet: bob, amount: 2_500_000n },
      ]);
      const counterparties = [
        { label: 'Bank Alice account', address: pubkeyOf('another wallet of Alice') },
        { label: 'Bank Bob account', address: bob },
      ];
      const opened = await suite.signedIn(`/intents/${id}`, {
        look,
        ...withControl(wallet, { counterparties }),
      });
      const moves = opened.page.getByRole('region', { name: 'What leaves your wallet' });
      const paid = moves.getByRole('listitem');
      await moves.getByText('your label is another wallet’s').waitFor();
      expect(await paid.filter({ hasText: alice }).textContent()).toMatch(/^1 to .*“Bank Alice account”/);
      expect(await paid.filter({ hasText: bob }).textContent()).toMatch(
        /^2\.5 to .*calls it “Bank Bob account”$/,
      );
      expect(await moves.textContent()).toContain(
        'Rent of token accounts that recipients do not have yet0.00407856 SOL, among what leaves',
      );
      await opened.picture('intent-recipients');
      await opened.holds();
    },
  );

  test.each(LOOKS)(
    'shows what is given and received where the owner signs, and what enforces it, at $width px',
    async (look) => {
      const { owner, wallet } = suite;
      const id = await owner.exchange(wallet, {
        receives: [{ asset: NATIVE_MINT, amount: 16_900_000n }],
        minimumOut: { mint: NATIVE_MINT, amount: 16_815_500n },
        priceImpactBps: 12,
        route: { venue: 'jupiter', label: '2 steps', expiresAt: '2026-10-01T12:00:00Z' },
        fees: undefined,
        slippageBps: 50,
      });
      const opened = await suite.signedIn(`/intents/${id}`, { look });
      const { page } = opened;
      const exchange = page.getByRole('region', { name: 'What you give and receive' });
      await exchange.getByText('0.0169 SOL').waitFor();
      expect(await shownIn(exchange)).toEqual([
        ['You give', expect.stringMatching(/^2\.5 /)],
        ['You receive', '0.0169 SOL'],
        ['At least', expect.stringMatching(/^0\.0168155 SOL.*Enforced here/)],
        ['Price impact', '0.12 %'],
        ['Fees of the venue', 'unknown: the venue does not say'],
        ['Slippage allowed', '0.5 %'],
        ['Venue', 'jupiter, 2 steps'],
        ['Quote valid until', '2026-10-01 12:00:00 UTC'],
      ]);
      await page.getByText('Simulated: it would succeed').waitFor();
      await opened.picture('intent-exchange');
      await opened.holds();
    },
  );

  test('shows no more of an exchange than is known', async () => {
    const { owner, wallet } = suite;
    const id = await owner.handOff(wallet, 'https://ferry.example/orders/7');
    const opened = await suite.signedIn(`/intents/${id}`);
    const exchange = opened.page.getByRole('region', { name: 'What you give and receive' });
    await exchange.getByText('Not enforced here: only Ferry can enforce it.').waitFor();
    expect((await shownIn(exchange)).filter(([, shown]) => shown?.startsWith('unknown'))).toEqual([
      ['You receive', 'unknown: the venue does not say'],
      ['Price impact', 'unknown: the venue does not say'],
      ['Fees of the venue', 'unknown: the venue does not say'],
    ]);
    await opened.holds();
  });

  test.each(LOOKS)(
    'shows where an intent is finished that is executed elsewhere, at $width px',
    async (look) => {
      const { owner, wallet } = suite;
      const id = await owner.handOff(wallet, 'https://ferry.example/orders/7?amount=250');
      const opened = await suite.signedIn(`/intents/${id}`, { look });
      const { page } = opened;
      const link = page.getByRole('link', { name: 'Open ferry.example' });
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await page.locator('.destination code').textContent()).toBe(
        'https://ferry.example/orders/7?amount=250',
      );
      await opened.picture('intent-elsewhere');
      await opened.holds();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('You approved it.').waitFor();
      expect(await suite.statusOf(id)).toBe('approved');
    },
  );

  test('shows the technology fee beside what leaves, as the last instruction, and the limits of the owner', async () => {
    const { owner, wallet } = suite;
    owner.charge(250);
    const id = await owner.transfer(wallet, 12_500_000n);
    owner.charge(0);
    const limits = [{ mint: PLEDGE_MINT, per_intent: '20000000', per_day: '100000000' }];
    const opened = await suite.signedIn(`/intents/${id}`, withControl(wallet, { limits }));
    const { page } = opened;
    const moves = page.getByRole('region', { name: 'What leaves your wallet' });
    await moves.getByText('Your limit for one day').waitFor();
    const text = await moves.textContent();
    expect(text).toMatch(/12\.5.*Technology fee, in addition0\.3125.*one intent20.*one day100/);
    await page.getByText('it would succeed').waitFor();
    expect(await page.locator('.instruction').last().textContent()).toContain('0.3125');
    await opened.picture('intent-fee');
    await opened.holds();
  });

  test('says that a transaction goes without the technology fee, and why', async () => {
    const { owner, wallet } = suite;
    owner.charge(250);
    const id = await owner.transfer(wallet, 12_500_000n);
    owner.charge(0);
    const leftOut = 'the transaction of the venue leaves no room for it';
    const { page } = await suite.signedIn(`/intents/${id}`, {
      prepare: async (opening) => {
        await wallet.install(opening);
        await opening.route('**/transaction/', async (route) => {
          const response = await route.fetch();
          const made = { ...(await response.json()), technology_fee_left_out: leftOut };
          await route.fulfill({ response, json: made });
        });
      },
    });
    await page.getByText(`none: ${leftOut}`).waitFor();
  });

  test('links to no address that is not a plain https one', async () => {
    const { owner, wallet } = suite;
    for (const url of ['javascript:alert(1)', 'http://ferry.example/', 'https://me:secret@ferry.example/']) {
      const opened = await suite.signedIn(`/intents/${await owner.handOff(wallet, url)}`);
      await opened.page.getByText('This address cannot be linked').waitFor();
      expect(await opened.page.locator(`.destination a`).count()).toBe(0);
      await opened.picture('intent-bad-address');
      await opened.holds();
    }
  });

  test('signs with the wallet that it is for alone, and with one that signs transactions', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`);
    await wallet.switchTo(opened.page, wallet.addresses[1] ?? '');
    await opened.page.getByText('Wrong wallet account').waitFor();
    expect(await opened.page.getByRole('button', SEND).isDisabled()).toBe(true);
    await opened.picture('intent-other-account');
    await opened.holds();

    const plain = browserWallet({ transactions: false });
    const theirs = await suite.open(`/intents/${await owner.pledge(plain)}`, { prepare: plain.install });
    await signIn(theirs);
    await theirs.page.getByText('Test wallet cannot sign transactions here').waitFor();
    expect(await theirs.page.getByRole('button', SEND).isDisabled()).toBe(true);
    await theirs.picture('intent-no-transactions');
    await theirs.holds();
  });
});

/** Names and values of a part. */
async function shownIn(part: Locator) {
  const [names, values] = await Promise.all([
    part.locator('dt').allTextContents(),
    part.locator('dd').allTextContents(),
  ]);
  return names.map((name, index) => [name, values[index]] as const);
}
