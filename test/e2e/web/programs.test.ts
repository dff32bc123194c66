import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deskProgram } from '../../api/programs/support/program-index.ts';
import { type FollowedProgram, followProgram } from '../../api/programs/support/programs-suite.ts';
import { valuesOf } from '../../idl/anchor/anchor-values.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

const [ORDER] = deskProgram().types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const [SAMPLE] = fc.sample(valuesOf(ORDER.layout), { seed: 11, numRuns: 1 });
if (SAMPLE === undefined) throw new Error('there is no sample');

/** The same account with another amount. */
function withAmount(amount: string) {
  const { anchor, json } = SAMPLE as { anchor: object; json: object };
  const { amount: wide } = anchor as { amount: { constructor: new (text: string) => unknown } };
  return { anchor: { ...anchor, amount: new wide.constructor(amount) }, json: { ...json, amount } };
}

describe.skipIf(chromiumIsMissing)(`the pages of programs, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  let followed: FollowedProgram;
  beforeAll(async () => {
    pages = await openPages();
    await pages.under.index.reset();
    await pages.under.index.checkpoint({ slot: 20n, indexedAt: Date.now() });
    followed = await followProgram(pages.under.olap);
    await followed.index.write(
      { address: 'a', slot: 10n, value: withAmount('1000') },
      { address: 'a', slot: 12n, value: withAmount('2500') },
      { address: 'b', slot: 11n, value: withAmount('7') },
    );
    await followed.show(20n);
    await pages.serve({}, { programs: new Map([['desk', followed.reads]]) });
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

  test('say what is wrong with a condition', async () => {
    const where = encodeURIComponent('{"amuont": "1"}');
    const { page } = await pages.open(`/programs/desk/Order?where=${where}`, { expected: /400/ });
    await page.getByText(/where\.amuont must be left out: Order has only owner/).waitFor();
  });
});
