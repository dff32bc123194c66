import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LONGEST_MS } from '../wait-for.ts';
import { type Look, type Theme, WIDE } from './looks.ts';

const HEIGHTS: Readonly<Record<number, number>> = { 360: 740, 390: 844, 768: 1_024, 1280: 800, 1440: 900 };
/** Texts of amounts that are broken over lines. */
const BROKEN_NUMBERS = `[...document.querySelectorAll('.amount')]
  .filter((amount) => new Set([...amount.getClientRects()].map(({ top }) => top)).size > 1)
  .map(({ textContent }) => textContent)`;
/** Tables that a phone would have to scroll sideways. */
const WIDE_TABLES = `[...document.querySelectorAll('.table-scroll')]
  .filter(({ clientWidth, scrollWidth }) => window.innerWidth < 1000 && scrollWidth > clientWidth)
  .map((table) => table.getAttribute('aria-label') + ': ' + (table.scrollWidth - table.clientWidth))`;
/** Where screenshots are kept to be looked at; none are made without it. */
const SCREENSHOTS = process.env.SCREENSHOT_DIR;

export interface OpenPageOptions {
  readonly browser: Browser;
  readonly origin: string;
  readonly path: string;
  readonly look?: Look;
  /** Complaints in the console that belong to what is tested, such as a refused request. */
  readonly expected?: RegExp;
  /** Other origins that the page may ask; their certificates may be signed by themselves. */
  readonly allowed?: readonly string[];
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A page in a browser of its own, watched: what it asks of others, what its policy forbade, what the console complained of. */
export class OpenPage {
  readonly page: Page;
  readonly #options: OpenPageOptions;
  readonly #foreign: string[] = [];
  readonly #complaints: string[] = [];

  private constructor(page: Page, options: OpenPageOptions) {
    this.page = page;
    this.#options = options;
  }

  static async open(options: OpenPageOptions): Promise<OpenPage> {
    const { browser, origin, path, look = WIDE, allowed = [], prepare } = options;
    const context = await browser.newContext({
      viewport: { width: look.width, height: HEIGHTS[look.width] ?? 900 },
      colorScheme: look.themes[0],
      reducedMotion: 'reduce',
      ignoreHTTPSErrors: allowed.length > 0,
    });
    context.setDefaultTimeout(LONGEST_MS);
    const page = await context.newPage();
    const opened = new OpenPage(page, options);
    opened.#watch();
    await prepare?.(page);
    await page.goto(`${origin}${path}`);
    return opened;
  }

  #watch(): void {
    const { origin, expected, allowed = [] } = this.#options;
    this.page.on('request', (request) => {
      const url = request.url();
      const known = [origin, 'data:', ...allowed].some((start) => url.startsWith(start));
      if (!known) this.#foreign.push(url);
    });
    this.page.on('pageerror', (error) => void this.#complaints.push(`${error}`));
    this.page.on('console', (message) => {
      const text = message.text();
      const wrong = message.type() === 'error' || text.includes('Content Security Policy');
      if (wrong && !expected?.test(text)) this.#complaints.push(text);
    });
  }

  /** What every page is held to: no third party, no complaint, nothing wider than the window, no amount over two lines, and axe finds nothing that is more than minor. */
  async holds(): Promise<void> {
    expect(await this.#barriers()).toEqual([]);
    await this.fits();
    await this.#inOtherThemes(async () => {
      expect(await this.#barriers(['color-contrast'])).toEqual([]);
    });
    this.#quiet();
  }

  /** Nothing is wider than the window, no amount is broken over two lines, and no table scrolls sideways on a phone. */
  async fits(): Promise<void> {
    expect(
      await this.page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    expect(await this.page.evaluate(BROKEN_NUMBERS)).toEqual([]);
    expect(await this.page.evaluate(WIDE_TABLES)).toEqual([]);
  }

  /** Only colors depend on the theme, so the page changes it where it stands. */
  async #inOtherThemes(look: (theme: Theme) => Promise<void>): Promise<void> {
    const [first, ...others] = (this.#options.look ?? WIDE).themes;
    for (const theme of others) {
      await this.#show(theme);
      await look(theme);
      await this.#show(first);
    }
  }

  async #show(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page.locator(`html[data-theme=${theme}]`).waitFor();
  }

  /** Said also of a page that never came as far as `holds`, since it says why. */
  #quiet(): void {
    expect(this.#complaints).toEqual([]);
    expect(this.#foreign).toEqual([]);
  }

  /** @param rules of axe; left out, all of them */
  async #barriers(rules?: string[]): Promise<string[]> {
    // No page has a frame; the other mode opens one more window each time to gather what it found in frames.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
    return violations
      .filter(({ impact }) => impact !== 'minor')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  }

  /** Keeps a picture of the whole page where `SCREENSHOT_DIR` says. */
  async picture(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    // What sticks to the top belongs there.
    await this.page.evaluate('window.scrollTo(0, 0)');
    mkdirSync(SCREENSHOTS, { recursive: true });
    const { width, themes } = this.#options.look ?? WIDE;
    const keep = async (theme: Theme): Promise<void> => {
      const path = join(SCREENSHOTS, `${name}-${width}-${theme}.png`);
      await this.page.screenshot({ path, fullPage: true });
    };
    await keep(themes[0]);
    await this.#inOtherThemes(keep);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.#quiet();
  }
}
