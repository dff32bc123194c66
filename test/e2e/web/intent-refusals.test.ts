import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { REFUSED } from './support/owner-suite.ts';
import { LAST_RESORT, proposalSuite, SEND, sha256 } from './support/proposal-suite.ts';

describe.skipIf(chromiumIsMissing)(`an intent that goes no further, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = proposalSuite();

  test('says at once that sending failed, however long the answer takes that tells how it stands', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const { page } = await suite.signedIn(`/intents/${id}`, { expected: LAST_RESORT });
    await page.getByText('it would succeed').waitFor();
    // Whatever else is asked is not answered.
    await page.route('**/api/v1/intents/**', () => undefined);
    await page.route('**/submit/', (route) => route.abort());
    await page.getByRole('button', SEND).click();
    await page.getByText('It may not have been done').waitFor({ timeout: 25_000 });
    expect(await page.getByText('Sending').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('tells a node that is silent from an index that is not ready', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const { latestBlockhash } = owner.chain;
    const silent = async () => {
      throw new LaunchlensError('CHAIN_UNREADABLE', { reason: 'the node cannot be reached' });
    };
    Object.assign(owner.chain, { latestBlockhash: silent });
    const opened = await suite.signedIn(`/intents/${id}`, { expected: /status of 503/ });
    const { page } = opened;
    await page.getByText('The node cannot be reached', { exact: true }).waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('automatically');
    await opened.picture('intent-node-silent');
    await opened.holds();
    Object.assign(owner.chain, { latestBlockhash });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('it would succeed').waitFor();
  });

  test('sends nothing where the wallet refuses, or signs another transaction', async () => {
    const { owner, wallet } = suite;
    const id = await owner.transfer(wallet, 12_500_000n);
    const opened = await suite.signedIn(`/intents/${id}`);
    const { page } = opened;
    wallet.refuses = true;
    await page.getByRole('button', SEND).click();
    await page.getByText('Test wallet did not sign: User rejected the request.').waitFor();
    await opened.picture('intent-refused');
    await opened.holds();
    wallet.refuses = false;
    wallet.distorts = true;
    await page.getByRole('button', SEND).click();
    await page.getByText('signed a different transaction than the one shown. Nothing was sent.').waitFor();
    expect(await suite.statusOf(id)).toBe('proposed');
    expect(owner.chain.sent).toEqual([]);
  });

  test('says so when the blockhash ran out, and signs a fresh transaction only once it is shown', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`, { expected: REFUSED });
    const { page } = opened;
    const digest = page.locator('.digest code');
    const before = await digest.textContent();
    owner.chain.height += 200n;
    await page.getByRole('button', SEND).click();
    await page.getByText('The transaction was too old').waitFor();
    await opened.picture('intent-too-old');
    await opened.holds();
    expect(await page.getByRole('button', SEND).count()).toBe(0);
    await page.getByRole('button', { name: 'Build a new transaction' }).click();
    await page.locator('.digest code', { hasNotText: before ?? '' }).waitFor();
    const fresh = await digest.textContent();
    await page.getByRole('button', SEND).click();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
    expect(await sha256(wallet.signedMessages.at(-1))).toBe(fresh);
  });

  test('offers a fresh transaction by itself once what is shown is over a minute old', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`, {
      prepare: async (page) => {
        await page.clock.install();
        await wallet.install(page);
      },
    });
    const { page } = opened;
    await page.getByRole('button', SEND).waitFor();
    await page.getByText(/^You can decide for 23 h/).waitFor();
    await page.clock.fastForward('01:05');
    await page.getByText('The transaction shown is too old').waitFor();
    await opened.picture('intent-stale');
    await page.getByRole('button', { name: 'Build a new transaction' }).click();
    await page.getByRole('button', SEND).waitFor();
  });

  test('shows why the chain would not execute it, with what the programs said', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    owner.chain.error = { InstructionError: [1n, { Custom: 1n }] };
    for (const look of LOOKS) {
      const opened = await suite.signedIn(`/intents/${id}`, { look, expected: REFUSED });
      const { page } = opened;
      await page.getByText('No transaction can be built for it now').waitFor();
      await page.getByText(/^Program logs/).click();
      await page.getByText('Program log: Instruction: Pledge').waitFor();
      expect(await page.getByRole('button', SEND).isDisabled()).toBe(true);
      await opened.picture('intent-simulation');
      await opened.holds();
    }
  });

  test('shows why it was not taken when the chain changed its mind after it was shown', async () => {
    const { owner, wallet } = suite;
    const opened = await suite.signedIn(`/intents/${await owner.pledge(wallet)}`, { expected: REFUSED });
    const { page } = opened;
    const button = page.getByRole('button', SEND);
    await page.getByText('it would succeed').waitFor();
    owner.chain.error = { InstructionError: [1n, { Custom: 1n }] };
    await button.click();
    await page.getByText('The chain would not execute it').waitFor();
    await opened.holds();
  });

  test('shows what the chain refused, what expired, and why', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`);
    const { page } = opened;
    await page.getByRole('button', SEND).click();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
    owner.chain.fate = {
      slot: 1_235n,
      error: { InstructionError: [1n, { Custom: 1n }] },
      commitment: 'confirmed',
    };
    await owner.follow();
    await page.getByRole('heading', { name: 'Failed' }).waitFor();
    await opened.picture('intent-failed');
    await opened.holds();

    owner.chain.reset();
    const late = await suite.signedIn(`/intents/${await owner.pledge(wallet)}`);
    await late.page.getByRole('button', SEND).click();
    await late.page.getByRole('heading', { name: 'On its way' }).waitFor();
    owner.chain.height += 200n;
    await owner.follow();
    await late.page.getByRole('heading', { name: 'Expired' }).waitFor();
    await late.page.getByText('Its blockhash is past and the transaction is in no block.').waitFor();
    await late.picture('intent-expired');
    await late.holds();
  });

  test('says so when it was decided elsewhere meanwhile', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`, { expected: REFUSED });
    await opened.page.getByText('it would succeed').waitFor();
    await owner.accounts.context.intents.intents.moves.reject(id, { at: Date.now(), movedBy: 'owner' });
    await opened.page.getByRole('button', SEND).click();
    await opened.page.getByRole('heading', { name: 'You rejected it' }).waitFor();
    expect(owner.chain.sent).toEqual([]);
  });

  test('says so when nothing answers, and when the node cannot be asked', async () => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`, { expected: LAST_RESORT });
    const { page } = opened;
    await page.getByText('it would succeed').waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', SEND).click();
    await page.getByText('Launchlens cannot be reached').first().waitFor();
    await opened.picture('intent-unreachable');
    await opened.holds();
    await page.unroute('**/api/v1/**');
    const detail = 'The chain cannot be read: the node cannot be reached. Queries to the index still work.';
    await page.route('**/submit/', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ detail }) }),
    );
    await page.getByRole('button', SEND).click();
    await page.getByText(detail).waitFor();
    expect(await suite.statusOf(id)).toBe('proposed');
  });
});
