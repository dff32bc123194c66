import { afterAll, beforeAll } from 'vitest';
import { buildClient } from '../../../scripts/build-client.ts';
import { buildAccountsVerifier, buildVerifier } from '../../../scripts/build-verifier.ts';
import { absent } from '../../support/absent.ts';
import { chromiumIsMissing } from '../../support/browser/chromium.ts';
import { installPages } from '../../support/browser/pages-of-product.ts';
import { type Demo, startDemo } from '../../support/demo.ts';

/** Markets are closed by default; tools for them are tried with a declared country. */
const OPEN = { PERPS_JURISDICTIONS: 'CH', EQUITY_JURISDICTIONS: 'CH', OFFRAMP_JURISDICTIONS: 'CH' };

let started: Demo | undefined;
beforeAll(async () => {
  // As `npm start` does
  await Promise.all([
    buildVerifier(),
    buildAccountsVerifier(),
    buildClient(),
    !chromiumIsMissing && installPages(),
  ]);
  started = await startDemo(OPEN);
});
afterAll(() => started?.[Symbol.asyncDispose]());

/** The demo that the suites of this folder share: each has wallets of its own, and all leave it running. */
export const demo: Omit<Demo, typeof Symbol.asyncDispose> = {
  get url() {
    return running().url;
  },
  get rpcUrl() {
    return running().rpcUrl;
  },
  get grpcUrl() {
    return running().grpcUrl;
  },
  get directory() {
    return running().directory;
  },
};

const running = (): Demo => started ?? absent<Demo>('demo yet');
