import { beforeEach } from 'vitest';
import { ownerSuite } from './owner-suite.ts';
import { openProposalPages, ownerOf } from './proposal-pages.ts';

export const SEND = { name: 'Sign and send' } as const;
/** What a browser says of answers that a test keeps from a page. */
export const LAST_RESORT = /Failed to load resource|net::ERR/;

/** Owners to whom agents propose, with a chain that is new before each test. */
export function proposalSuite() {
  const suite = ownerSuite(openProposalPages);
  beforeEach(() => suite.owner.chain.reset());
  return Object.assign(suite, {
    statusOf: async (id: string) =>
      (await suite.owner.accounts.context.intents.intents.find(ownerOf(suite.wallet), id))?.status,
  });
}

export async function sha256(bytes: Uint8Array | undefined): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(bytes ?? []))).toString('hex');
}
