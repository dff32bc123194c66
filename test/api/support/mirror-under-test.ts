import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSecrets } from '../../../api/access/agents/secret.ts';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import type { MirrorContext } from '../../../api/actions/context.ts';
import { cursorSeal } from '../../../api/actions/cursor.ts';
import { type ApiParts, buildApp } from '../../../api/app.ts';
import {
  createLatestStore,
  type LatestStore,
  type LatestStoreOptions,
} from '../../../api/read/latest/store.ts';
import { NO_GATE } from '../../../api/read/launch-gate.ts';
import { createMirror, type Mirror, type MirrorOptions } from '../../../api/read/mirror.ts';
import { createSqlReader } from '../../../api/read/sql/ask.ts';
import { launchDomain, programDomain } from '../../../api/read/sql/domains.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { IndexBuilder, pubkeyOf } from '../../support/index-builder.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { waitFor } from '../../support/wait-for.ts';

export const silentLogger = createLogger('silent');

export interface IndexUnderTest {
  readonly olap: Olap;
  readonly index: IndexBuilder;
  dispose(): Promise<void>;
}

/** An empty index of the newest schema on the embedded engine; one a process. */
export async function openIndex(): Promise<IndexUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-api-'));
  const olap = await openMigrated({ dataDir, logger: silentLogger });
  return {
    olap,
    index: new IndexBuilder(olap),
    dispose: async () => {
      await olap.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface FollowedStore {
  readonly store: LatestStore;
  /** Waits until the store shows the slot. */
  reaches(slot: bigint): Promise<void>;
  /** Waits until following fails. */
  fails(): Promise<void>;
  stop(): Promise<void>;
}

/** A store that follows the index as fast as it can. */
export function followIndex(olap: Olap, options: Partial<LatestStoreOptions> = {}): FollowedStore {
  const store = createLatestStore({ olap, clock: systemClock, logger: silentLogger, ...options });
  const stopping = new AbortController();
  const running = store.run(stopping.signal);
  return {
    store,
    reaches: async (slot) => {
      const reached = () => {
        // A test that sets the interval decides when the store looks, and may count what it asks.
        if (options.pollMs === undefined) store.nudge();
        return store.held?.stamp.slot === slot;
      };
      await waitFor(reached, { what: `the store to reach slot ${slot}` });
    },
    fails: async () => {
      await waitFor(() => store.status.phase === 'failing', { what: 'following the index to fail' });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly json: any;
}

export interface ApiUnderTest {
  readonly app: FastifyInstance;
  readonly followed: FollowedStore;
  readonly context: MirrorContext;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  request(method: string, path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/** Moves the index to a slot and waits until the API shows it. */
export async function showSlot(
  { index }: Pick<IndexUnderTest, 'index'>,
  { followed }: Pick<ApiUnderTest, 'followed'>,
  slot: bigint,
): Promise<void> {
  await index.checkpoint({ slot });
  await followed.reaches(slot);
}

export const TEST_RPC_URL = 'http://127.0.0.1:8899';

/** A slot that no test's index comes to. */
const NEVER_REACHED = 99n;

/** Readers of a slot that does come wait for it however busy the machine is; for others the limit of the product holds. */
function patient(mirror: Mirror): Mirror {
  const reach: Mirror['reach'] = (slot, limitMs) =>
    mirror.reach(slot, slot < NEVER_REACHED ? 60_000 : limitMs);
  return { ...mirror, reach };
}

/** The whole API over an index, driven without a socket. */
export function openApi(
  olap: Olap,
  parts: Partial<ApiParts> = {},
  overrides: Partial<MirrorContext> = {},
  following: Partial<LatestStoreOptions> = {},
  reading: Partial<MirrorOptions> = {},
): ApiUnderTest {
  const followed = followIndex(olap, following);
  const { store } = followed;
  const clock = parts.clock ?? { ...systemClock, now: () => 0 };
  const context: MirrorContext = {
    mirror: patient(createMirror({ store, lane: olap.reader, scanner: olap.scanner, clock, ...reading })),
    gate: NO_GATE,
    cursors: cursorSeal(Buffer.from('a key of the tests')),
    link: explorerLinks('localnet', TEST_RPC_URL),
    symbolOf: (mint) => (mint === pubkeyOf('pledge mint') ? 'USDC' : undefined),
    ...overrides,
  };
  const app = buildApp({
    store,
    context,
    logger: silentLogger,
    clock,
    secrets: createSecrets({ token: 'llp_', key: 'llk_' }),
    sql: createSqlReader(
      olap.guests,
      [launchDomain(context.mirror), ...[...(context.programs?.values() ?? [])].map(programDomain)],
      2_000,
    ),
    ...parts,
  });
  const request: ApiUnderTest['request'] = async (method, path, headers = {}, body) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const response = await app.inject({ method: method as 'GET', url: path, headers, ...payload });
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
    const json = isJson ? response.json() : undefined;
    return { status: response.statusCode, headers: response.headers, text: response.body, json };
  };
  return {
    app,
    followed,
    context,
    request,
    get: (path, headers) => request('GET', path, headers),
    stop: async () => {
      await app.close();
      await followed.stop();
    },
  };
}
