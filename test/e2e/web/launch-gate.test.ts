import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GateLeg } from '../../../schemas/rest/launch-gate.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { NEWEST } from './support/explorer-index.ts';
import { openExplorer } from './support/explorer-pages.ts';

const leg = (name: string, status: GateLeg['status'], note = ''): GateLeg => ({
  ...{ name, status, note },
  updated_at: '2026-10-01T12:00:00Z',
});

describe.skipIf(chromiumIsMissing)(`the launch gate on the home page, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  let legs: readonly GateLeg[] = [];
  let version = 0;
  beforeAll(async () => {
    pages = await openExplorer();
    const gate = {
      legs: () => legs,
      get version() {
        return version;
      },
    };
    await pages.serve({}, { gate });
    await pages.api.followed.reaches(NEWEST);
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());
  const set = (...next: readonly GateLeg[]): void => {
    legs = next;
    version += 1;
  };

  test('follows what the operator sets, and is not there while nothing was ever asked for', async () => {
    set();
    const { page } = await pages.open('/');
    await page.getByRole('heading', { name: 'Launches', level: 1 }).waitFor();
    const table = page.getByRole('table', { name: 'Legs of the launch gate' });
    expect(await table.count()).toBe(0);

    set(leg('legal', 'pending', 'with counsel'), leg('audit', 'passed'));
    await page.getByText('Waiting for legal', { exact: true }).waitFor();
    await table.getByRole('row', { name: 'with counsel' }).getByText('pending').waitFor();
    set(leg('legal', 'passed'), leg('audit', 'passed'));
    await page.getByText('Open: every leg has passed').waitFor();
  });

  test.each(LOOKS)('shows the longest names and notes at $width px', async (look) => {
    set(
      leg('L'.repeat(64), 'pending', 'n'.repeat(500)),
      leg('Audit of the escrow program', 'failed', 'two findings are open'),
      leg('legal', 'passed'),
    );
    const opened = await pages.open('/', { look });
    await opened.page.getByRole('table', { name: 'Legs of the launch gate' }).waitFor();
    await opened.picture('launch-gate');
    await opened.holds();
  });
});
