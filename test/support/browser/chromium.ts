import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { IN_CI } from '../ci.ts';

const PROGRAM = '/usr/bin/chromium';
const missing = !existsSync(PROGRAM);

/** Whether pages can be tried here. Where they must be and cannot, their tests run and fail. */
export const chromiumIsMissing = missing && !IN_CI;
/** For the name of such a suite, so that a skipped one says why. */
export const CHROMIUM_SUITE_NAME = chromiumIsMissing
  ? 'a browser (skipped: none on this machine, install the package chromium)'
  : 'a browser';

export function openBrowser(): Promise<Browser> {
  if (missing) throw new Error(`no ${PROGRAM} here: install the package chromium`);
  return chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
