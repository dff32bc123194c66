import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import type { FollowedProgram } from '../../api/programs/support/programs-suite.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { DESIGN_LOOKS } from '../../support/browser/looks.ts';
import type { OpenPage } from '../../support/browser/open-page.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { NEWEST } from './support/explorer-index.ts';
import { openExplorer } from './support/explorer-pages.ts';
import { followDesk } from './support/followed-desk.ts';
import { proposalSuite } from './support/proposal-suite.ts';

/** A page by the name of its picture: its path, and what is there once it is complete. */
type Shown = readonly [name: string, path: string, complete: string];

/** Of a table, or below each other where it has no room. */
const ROWS = ':is(.table tbody tr, .stacked li)';

const OF_EVERYBODY: readonly Shown[] = [
  ['home', '/', '.table tbody tr'],
  ['launch-active', '/launches/4', '.uplot'],
  ['launch-pledges', '/launches/4/pledges', '.uplot'],
  ['launch-activity', '/launches/4/activity', '.table tbody tr'],
  ['launch-release', '/launches/4/release', '.uplot'],
  ['launch-proof', '/launches/4/proof', '.card'],
  ['launch-finalized', '/launches/1', '.uplot'],
  ['launch-failed', '/launches/3', '.uplot'],
  ['launch-history', '/launches/4?slot=300', '.history-bar'],
  ['activity', '/activity', '.table tbody tr'],
  ['wallets', '/wallets', 'h1'],
  ['wallet', `/wallets/${pubkeyOf('wallet 3')}`, ROWS],
  ['compare', '/compare?a=4&aslot=300&b=4&bslot=500', ROWS],
  ['programs', '/programs', '.table tbody tr'],
  ['program-accounts', '/programs/desk/Order', '.table tbody tr'],
  ['program-account', `/programs/desk/Order/${pubkeyOf('a')}`, '.changes'],
  ['program-instructions', '/programs/desk/instructions/place', '.stacked li'],
  ['program-events', '/programs/desk/events/Placed', '.stacked li'],
  ['harness', '/harness', 'h1'],
  ['not-found', '/nothing', 'h1'],
  ['reference', '/docs', '.opblock-tag'],
];
const OF_OWNERS: readonly Shown[] = [
  ['inbox', '/intents', '.intent-row'],
  ['pair', '/pair', 'h1'],
  ['agents', '/agents', '.list-row, .card'],
  ['agents-log', '/agents?part=log', '.table tbody tr'],
  ['guardrails', '/guardrails', '.card'],
  ['rewards', '/rewards', '.card'],
];

async function show(opened: OpenPage, origin: string, shown: readonly Shown[]): Promise<void> {
  for (const [name, path, complete] of shown) {
    await opened.page.goto(`${origin}${path}`);
    await opened.page.locator(complete).first().waitFor();
    // Axe takes as long as everything else, and finds the same at every width of these.
    await (opened.page.viewportSize()?.width === 768 ? opened.holds() : opened.fits());
    await opened.picture(name);
  }
}

describe.skipIf(chromiumIsMissing)(`every page, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  let followed: FollowedProgram | undefined;
  beforeAll(async () => {
    pages = await openExplorer();
    followed = await followDesk(pages);
    await pages.api.followed.reaches(NEWEST);
  });
  afterEach(() => pages.tidy());
  afterAll(async () => {
    await pages.stop();
    await followed?.stop();
  });

  test.each(DESIGN_LOOKS)('fits a window of $width px and has no barriers', async (look) => {
    const opened = await pages.open('/', { look, expected: /404|503/ });
    await show(opened, pages.origin, OF_EVERYBODY);
  });
});

describe.skipIf(chromiumIsMissing)(`every page of owners, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = proposalSuite();

  test.each(DESIGN_LOOKS)('fits a window of $width px and has no barriers', async (look) => {
    const { owner, wallet } = suite;
    const id = await owner.pledge(wallet);
    const opened = await suite.signedIn(`/intents/${id}`, { look, expected: /404|503/ });
    const one = ['intent', `/intents/${id}`, '.digest'] as const;
    await show(opened, owner.pages.origin, [one, ...OF_OWNERS]);
  });
});
