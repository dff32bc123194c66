import { describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { ownerOf, PLEDGE_MINT } from './support/proposal-pages.ts';
import { LAST_RESORT, proposalSuite, SEND } from './support/proposal-suite.ts';

describe.skipIf(chromiumIsMissing)(`an owner without an agent, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = proposalSuite();

  test.each(LOOKS)('pledges from the page of the launch with the own wallet, at $width px', async (look) => {
    const { owner, wallet } = suite;
    owner.chain.holds(ownerOf(wallet), PLEDGE_MINT, 5_000_000n);
    const opened = await suite.open('/launches/4', { look, expected: LAST_RESORT });
    const { page } = opened;
    await page.getByRole('button', { name: 'Pledge', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Pledge' });
    await dialog.getByRole('button', { name: 'Test wallet' }).click();
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByText('Guardrails limit your agents, not you.').waitFor();
    await opened.picture('own-pledge');
    await opened.holds();

    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    const review = dialog.getByRole('button', { name: 'Review and sign' });
    await amount.fill('1.2345678');
    await review.click();
    await dialog.getByText('At most 6 digits after the point.').waitFor();
    await amount.fill('6');
    await review.click();
    await dialog.getByText('5000000 base units').waitFor();
    await amount.fill('1.25');
    await review.click();

    await page.getByRole('heading', { name: 'Pledge 1.25 to launch 4' }).waitFor();
    await page.getByText('You made this').waitFor();
    await page.getByText('Simulated: it would succeed').waitFor();
    await page.getByRole('heading', { name: 'What you requested' }).waitFor();
    await opened.picture('own-intent');
    await opened.holds();
    await page.getByRole('button', SEND).click();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
    expect([wallet.signedMessages.length, owner.chain.sent.length]).toEqual([1, 1]);
    owner.chain.fate = { slot: 1_234n, error: null, commitment: 'confirmed' };
    await owner.follow();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
  });

  test('is told in plain words what the launch or the chain does not allow', async () => {
    const { owner, wallet } = suite;
    owner.chain.holds(ownerOf(wallet), PLEDGE_MINT, 5_000_000n);
    owner.chain.error = { InstructionError: [2, { Custom: 6_001 }] };
    const { page } = await suite.open('/launches/4', { expected: /status of 4\d\d/ });
    await page.getByRole('button', { name: 'Pledge', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Pledge' });
    await dialog.getByRole('button', { name: 'Test wallet' }).click();
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1');
    await dialog.getByRole('button', { name: 'Review and sign' }).click();
    await dialog.getByText('would fail on chain').waitFor();
    expect(page.url()).toContain('/launches/4');
  });

  test('can discard what was not signed, and the inbox says who made it', async () => {
    const { owner, wallet } = suite;
    owner.chain.holds(ownerOf(wallet), PLEDGE_MINT, 5_000_000n);
    const { page } = await suite.signedIn('/intents');
    await page.goto(`${owner.pages.origin}/launches/4`);
    await page.getByRole('button', { name: 'Pledge', exact: true }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1');
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByText('The agent is informed').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Reject it' }).click();
    await page.getByRole('heading', { name: 'Rejected' }).waitFor();
    await page.getByRole('link', { name: 'All intents' }).click();
    await page.getByText('by you').waitFor();
  });
});
