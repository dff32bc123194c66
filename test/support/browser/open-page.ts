import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LONGEST_MS } from '../wait-for.ts';
import { type Look, lookName, WIDE } from './looks.ts';

const HEIGHTS: Readonly<Record<number, number>> = { 360: 740, 1440: 900 };
/** Where screenshots are kept to be looked at; none are made without it. */
const SCREENSHOTS = process.env.SCREENSHOT_DIR;

export interface OpenPageOptions {
  readonly browser: Browser;
  readonly origin: string;
  readonly path: string;
  readonly look?: Look;
  /** Complaints in the console that belong to what is tested, such as a refused request. */
  readonly expected?: RegExp;
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
    const { browser, origin, path, look = WIDE, prepare } = options;
    const context = await browser.newContext({
      viewport: { width: look.width, height: HEIGHTS[look.width] ?? 900 },
      colorScheme: look.theme,
      reducedMotion: 'reduce',
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
    const { origin, expected } = this.#options;
    this.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('data:')) this.#foreign.push(url);
    });
    this.page.on('pageerror', (error) => void this.#complaints.push(`${error}`));
    this.page.on('console', (message) => {
      const text = message.text();
      const wrong = message.type() === 'error' || text.includes('Content Security Policy');
      if (wrong && !expected?.test(text)) this.#complaints.push(text);
    });
  }

  /** What every page is held to: no third party, no complaint, nothing wider than the window, and axe finds nothing serious. */
  async holds(): Promise<void> {
    expect(await this.#barriers()).toEqual([]);
    expect(
      await this.page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    this.#quiet();
  }

  /** Said also of a page that never came as far as `holds`, since it says why. */
  #quiet(): void {
    expect(this.#complaints).toEqual([]);
    expect(this.#foreign).toEqual([]);
  }

  async #barriers(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  }

  /** Keeps a picture of the whole page where `SCREENSHOT_DIR` says. */
  async picture(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    // What sticks to the top belongs there.
    await this.page.evaluate('window.scrollTo(0, 0)');
    mkdirSync(SCREENSHOTS, { recursive: true });
    const file = `${name}-${lookName(this.#options.look ?? WIDE)}.png`;
    await this.page.screenshot({ path: join(SCREENSHOTS, file), fullPage: true });
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.#quiet();
  }
}
