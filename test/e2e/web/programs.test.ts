import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeCall } from '../../api/programs/support/calls-program.ts';
import type { FollowedProgram } from '../../api/programs/support/programs-suite.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { followDesk, PLACED } from './support/followed-desk.ts';

describe.skipIf(chromiumIsMissing)(`the pages of programs, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  let followed: FollowedProgram;
  beforeAll(async () => {
    pages = await openPages();
    await pages.under.index.reset();
    await pages.under.index.checkpoint({ slot: 20n, indexedAt: Date.now() });
    followed = await followDesk(pages);
    await pages.api.followed.reaches(20n);
  });
  afterEach(() => pages.tidy());
  afterAll(async () => {
    await pages?.stop();
    await followed?.stop();
  });

  test.each(LOOKS)('lead from a program to what changed in one account, at $width px', async (look) => {
    const opened = await pages.open('/programs', { look });
    const { page } = opened;
    await page.getByRole('heading', { name: 'desk' }).waitFor();
    await opened.picture('programs');
    await opened.holds();
    await page.getByRole('link', { name: 'Order', exact: true }).click();
    await page.getByRole('table', { name: 'Order accounts' }).waitFor();
    await page.getByText('2 as of slot 20').waitFor();
    await page.getByLabel('Conditions').fill('{"amount": {"gte": "1000"}}');
    await page.getByLabel('Order by').fill('-amount');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 as of slot 20').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Order accounts as CSV' }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    expect(saved.split('\r\n')[1]).toContain(`${pubkeyOf('a')},1,12,`);
    await opened.picture('program-accounts');
    await opened.holds();
    await page.getByTitle(pubkeyOf('a')).first().click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const changes = page.getByRole('list', { name: 'Changes of the account' });
    await changes.getByText('Slot 12').waitFor();
    await changes.locator('del', { hasText: '1000' }).waitFor();
    await changes.locator('ins', { hasText: '2500' }).waitFor();
    await changes.getByText('First indexed state.').waitFor();
    await opened.picture('program-account');
    await opened.holds();
  });

  test.each(LOOKS)('list the instructions of a name, and its events, at $width px', async (look) => {
    const opened = await pages.open('/programs', { look });
    const { page } = opened;
    await page.getByRole('link', { name: 'place', exact: true }).click();
    const instructions = page.getByRole('list', { name: 'place instructions' });
    await instructions.getByText(`${PLACED - 1}`, { exact: true }).waitFor();
    await page.getByText('No transaction is missing since slot 11.').waitFor();
    await instructions.getByText('Accounts (3)').first().click();
    await instructions.getByTitle(pubkeyOf('owner')).waitFor();
    await opened.picture('program-instructions');
    await opened.holds();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2').waitFor();
    await page.getByLabel('Account').fill(pubkeyOf('first owner'));
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.stacked > li').length === 1);
    await page.goto(`${pages.origin}/programs`);
    await page.getByRole('link', { name: 'Placed', exact: true }).click();
    const events = page.getByRole('list', { name: 'Placed events' });
    await events.getByText('Emitted by a call to itself').first().waitFor();
    await page.getByLabel('Conditions').fill('{"amount": {"lt": "2"}}');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.stacked > li').length === 2);
    await opened.picture('program-events');
    await opened.holds();
    await page.getByLabel('To slot').fill('11');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No events match.').waitFor();
  });

  test('show an instruction as soon as it is indexed', async () => {
    const { page } = await pages.open('/programs/desk/instructions/place');
    await page.getByText('as of slot 20').waitFor();
    await writeCall(followed.index, { slot: 21, amount: 404n, revision: 0 });
    await followed.show(21n);
    await page.getByRole('heading', { name: 'Slot 21' }).waitFor({ timeout: 10_000 });
    await page.getByText('404', { exact: true }).waitFor();
  });

  test('say what is wrong with a condition', async () => {
    const where = encodeURIComponent('{"amuont": "1"}');
    const { page } = await pages.open(`/programs/desk/Order?where=${where}`, { expected: /400/ });
    await page.getByText(/where\.amuont must be left out: Order has only owner/).waitFor();
    const { page: calls } = await pages.open('/programs/desk/instructions/place?account=me', {
      expected: /400/,
    });
    await calls
      .getByText(/account/)
      .last()
      .waitFor();
  });
});
