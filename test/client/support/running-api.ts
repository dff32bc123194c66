import { startApi } from '../../../api/main.ts';
import type { MessageSigner } from '../../../client/index.ts';
import { Launchlens, type LaunchlensOptions } from '../../../client/index.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { type IndexUnderTest, openIndex, silentLogger } from '../../api/support/mirror-under-test.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { TEST_PROGRAM } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { testWallet } from '../../support/wallets.ts';

const OPERATOR_TOKEN = 'the operator of these tests';

/** The API as `launchlens api` runs it, over stores of its own, on a socket. */
export interface RunningApi extends AsyncDisposable {
  readonly url: string;
  readonly under: IndexUnderTest;
  /** A client that takes nothing from the environment. */
  client(options?: LaunchlensOptions): Launchlens;
  /** Moves the index to a slot and waits until the API shows it. */
  show(slot: bigint): Promise<void>;
  /** Brings rows into the reward ledger, as the operator does. */
  record(...rows: readonly string[]): Promise<void>;
}

export async function runApi(environment: Readonly<Record<string, string>> = {}): Promise<RunningApi> {
  const under = await openIndex();
  const store: DecisionStore = await embeddedDecisions();
  await under.index.reset();
  await under.index.checkpoint({ slot: 1n });
  const shutdown = createShutdown();
  const settings = settingsSchema.parse({
    HTTP_PORT: '0',
    ESCROW_PROGRAM_ID: TEST_PROGRAM,
    JWT_SECRET: 'a secret of more than thirty-two characters',
    OPERATOR_TOKEN,
    ...environment,
  });
  const parts = { olap: under.olap, oltp: store.oltp, logger: silentLogger };
  const api = await startApi({ ...parts, shutdown, settings });
  const slotShown = async (): Promise<string | null> =>
    (await fetch(`${api.url}/api/v1/ilo/status/`)).headers.get('x-last-indexed-slot');
  const shows = (slot: bigint) =>
    waitFor(async () => (await slotShown()) === `${slot}`, { what: `slot ${slot} to be served` });
  await shows(1n);
  return {
    ...{ url: api.url, under },
    client: (options = {}) => new Launchlens({ url: api.url, env: {}, ...options }),
    show: async (slot) => {
      await under.index.checkpoint({ slot });
      api.nudge();
      await shows(slot);
    },
    record: async (...rows) => {
      const response = await fetch(`${api.url}/api/v1/operator/reward-events/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${OPERATOR_TOKEN}` },
        body: rows.join('\n'),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    [Symbol.asyncDispose]: async () => {
      await shutdown.run('the test is over');
      await store[Symbol.asyncDispose]();
      await under.dispose();
    },
  };
}

/** The wallet of a name as wallets in browsers are. */
export function walletOf(name: string): MessageSigner {
  const { address, sign } = testWallet(name);
  return { address, signMessage: (message) => sign(new TextDecoder().decode(message)) };
}
