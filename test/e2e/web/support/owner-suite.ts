import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OpenPage, OpenPageOptions } from '../../../support/browser/open-page.ts';
import { type BrowserWallet, browserWallet, throwAwayKeys } from '../../../support/browser/test-wallet.ts';
import { type OwnerPages, openOwnerPages } from './owner-pages.ts';

/** Refusals of the API that a test provokes, as the console tells them. */
export const REFUSED = /status of 4\d\d/;

/** What the tests of an owner's pages share: one API for all of them, and a new wallet for each. */
export interface OwnerSuite<Owner extends OwnerPages = OwnerPages> {
  readonly owner: Owner;
  readonly wallet: BrowserWallet;
  /** Opens a page in a browser that has the wallet. */
  open(path: string, options?: Partial<OpenPageOptions>): Promise<OpenPage>;
  /** Opens a page and signs in on it. */
  signedIn(path: string, options?: Partial<OpenPageOptions>): Promise<OpenPage>;
}

/** Sets up and tidies for the suite in which it is called. */
export function ownerSuite(): OwnerSuite;
export function ownerSuite<Owner extends OwnerPages>(opens: () => Promise<Owner>): OwnerSuite<Owner>;
export function ownerSuite(opens: () => Promise<OwnerPages> = openOwnerPages): OwnerSuite {
  let owner: OwnerPages;
  let wallet: BrowserWallet;
  beforeAll(async () => {
    owner = await opens();
  });
  beforeEach(() => {
    wallet = browserWallet({ keys: throwAwayKeys(2) });
    owner.time.ahead = 0;
  });
  afterEach(() => owner.pages.tidy());
  afterAll(() => owner.stop());
  const suite: OwnerSuite = {
    get owner() {
      return owner;
    },
    get wallet() {
      return wallet;
    },
    open: (path, options = {}) => owner.pages.open(path, { prepare: wallet.install, ...options }),
    signedIn: async (path, options) => {
      const opened = await suite.open(path, options);
      await signIn(opened);
      return opened;
    },
  };
  return suite;
}

export async function signIn({ page }: OpenPage): Promise<void> {
  await page.getByRole('button', { name: 'Test wallet' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('region', { name: 'Signed-in account' }).waitFor();
}
