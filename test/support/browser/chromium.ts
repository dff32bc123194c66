import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { IN_CI } from '../ci.ts';

/** The headless shell has no windows to draw around pages: it opens one for a fifth of the work of the whole browser. */
const PROGRAM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Whether pages can be tried here. Where they must be and cannot, their tests run and fail. */
export const chromiumIsMissing = PROGRAM === undefined && !IN_CI;
/** For the name of such a suite, so that a skipped one says why. */
export const CHROMIUM_SUITE_NAME = chromiumIsMissing
  ? 'a browser (skipped: none on this machine, install the package chromium-headless-shell)'
  : 'a browser';

let opened: Promise<Browser> | undefined;

/** The browser of this worker, which ends with it: each page has a context of its own. */
export async function openBrowser(): Promise<Browser> {
  if (!(await opened)?.isConnected()) opened = launch();
  return opened as Promise<Browser>;
}

function launch(): Promise<Browser> {
  if (PROGRAM === undefined) throw new Error('no Chromium here: install the package chromium-headless-shell');
  return chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
