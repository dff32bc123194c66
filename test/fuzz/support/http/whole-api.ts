import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startApi } from '../../../../api/main.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { readSettings } from '../../../../core/kernel/settings/load.ts';
import { createShutdown } from '../../../../core/kernel/shutdown.ts';
import { openIndex } from '../../../api/support/mirror-under-test.ts';
import { embeddedDecisions } from '../../../support/decision-stores.ts';
import { TEST_PROGRAM } from '../../../support/index-builder.ts';
import { signIn } from '../../../support/sign-in.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { testWallet } from '../../../support/wallets.ts';

const OPERATOR_TOKEN = 'the token of the operator';
const MANY = '1000000';

export interface WholeApi {
  readonly port: number;
  readonly url: string;
  /** Values of `Authorization` that are accepted somewhere. */
  readonly authorizations: readonly string[];
  /** What was logged as an error since the last look. */
  errors(): readonly string[];
  stop(): Promise<void>;
}

/** The API as a program on a socket, with everything that it serves: a filled index, decisions, rewards, pages, agents. */
export async function startWholeApi(): Promise<WholeApi> {
  const under = await openIndex();
  const store = await embeddedDecisions();
  const pages = await temporaryDirectory();
  await writePages(pages.path);
  const { index } = under;
  await index.reset();
  for (const launchId of [7n, 8n, 2n ** 64n - 1n]) index.launch({ launchId, slot: 1n, status: 1 });
  for (let number = 0; number < 20; number += 1)
    index.pledge({ launchId: 7n, pledger: `${number}`, slot: 2n, amount: BigInt(number) });
  index.coverage('streamed', 1n, 9n);
  await index.checkpoint({ slot: 9n, indexedAt: Date.now() });

  const lines: string[] = [];
  const shutdown = createShutdown();
  const { url } = await startApi({
    ...{ olap: under.olap, oltp: store.oltp, shutdown, settings: wholeSettings(), pages: pages.path },
    logger: createLogger('error', { write: (line) => void lines.push(line) }),
  });
  await waitFor(async () => (await fetch(`${url}/api/v1/ilo/status/`)).status === 200, {
    what: 'the index to be served',
  });
  const owner = await signIn(url, testWallet('owner'));
  const answer = await fetch(`${url}/api/v1/keys/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner}` },
    body: JSON.stringify({ label: 'fuzz', scopes: ['read'] }),
  });
  const { key } = z.object({ key: z.string() }).parse(await answer.json());
  return {
    url,
    port: Number(new URL(url).port),
    authorizations: [owner, key, OPERATOR_TOKEN].map((token) => `Bearer ${token}`),
    errors: () => lines.splice(0),
    stop: async () => {
      await shutdown.run('the run is over');
      await pages[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await under.dispose();
    },
  };
}

/** Requests name addresses of their own behind a proxy, so that no limit of a client ends a long run. */
function wholeSettings() {
  return readSettings(
    {
      ...{ HTTP_PORT: '0', HTTP_TRUSTED_PROXIES: '127.0.0.1', ESCROW_PROGRAM_ID: TEST_PROGRAM },
      ...{ JWT_SECRET: 'a secret of more than thirty-two characters', OPERATOR_TOKEN },
      RATE_LIMIT_PAIRED_PER_MINUTE: MANY,
    },
    {},
  );
}

async function writePages(directory: string): Promise<void> {
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<p>pages</p>');
  await writeFile(join(directory, 'assets/a-1.js'), 'plain');
}
