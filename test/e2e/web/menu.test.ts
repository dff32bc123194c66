import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NAVIGATION } from '../../../web/app/navigation.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS, NARROW } from '../../support/browser/looks.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { openExplorer } from './support/explorer-pages.ts';

/** Every link of the navigation, in its order. */
const LABELS = NAVIGATION.flatMap(({ entries, refers }) => [
  ...entries.map(({ label }) => label),
  ...(refers ? ['API reference'] : []),
]);
const FOCUSED = 'document.activeElement.textContent';

describe.skipIf(chromiumIsMissing)(`the menu of the pages, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openExplorer();
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test('is a line where there is room for one, and marks the page that is shown or that holds it', async () => {
    const { page } = await pages.open('/launches/4');
    const line = page.getByRole('navigation', { name: 'Pages', exact: true });
    await line.waitFor();
    expect(await line.getByRole('link').allTextContents()).toEqual(LABELS);
    const marked = line.locator('[aria-current]');
    expect(await marked.allTextContents()).toEqual(['Launches']);
    for (const { name } of NAVIGATION) await line.getByRole('list', { name }).waitFor();
    await line.getByRole('link', { name: 'Guardrails' }).click();
    await page.getByRole('heading', { name: 'Guardrails', level: 1 }).waitFor();
    expect(await marked.allTextContents()).toEqual(['Guardrails']);
    await line.getByRole('link', { name: 'Launches' }).click();
    await page.getByRole('heading', { name: 'Launches', level: 1 }).waitFor();
    expect(await marked.getAttribute('aria-current')).toBe('page');
    expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
  });

  test.each(LOOKS.slice(1))('opens over a narrow page, whole', async (look) => {
    const opened = await pages.open('/launches/4', { look });
    const { page } = opened;
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
    await button.waitFor();
    expect(await menu.count()).toBe(0);
    await button.click();
    for (const link of await menu.getByRole('link').all()) {
      const { x = -1, width = 0 } = (await link.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(look.width);
    }
    await opened.picture('menu');
    await opened.holds();
    await menu.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await menu.waitFor({ state: 'hidden' });
  });

  test('is worked by the keyboard alone', async () => {
    const { page } = await pages.open('/', { look: NARROW });
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toBe('Launches');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await page.evaluate(FOCUSED)).toBe('Menu');
    await page.keyboard.press('Enter');
    // The search is among them, and the reference is a document of its own.
    for (const _ of LABELS) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: LABELS.at(-2) ?? '', level: 1 }).waitFor();
    await menu.waitFor({ state: 'hidden' });
  });

  test('goes on answering at the addresses of the former settings page', async () => {
    for (const [part, path, heading] of [
      ['', '/agents', 'Agents'],
      ['?part=keys', '/agents', 'Agents'],
      ['?part=webhooks', '/agents?part=webhooks', 'Agents'],
      ['?part=activity', '/agents?part=log', 'Agents'],
      ['?part=guardrails', '/guardrails', 'Guardrails'],
      ['?part=rewards', '/rewards', 'Rewards'],
    ] as const) {
      const { page } = await pages.open(`/settings${part}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(page.url()).toBe(`${pages.origin}${path}`);
    }
  });
});
