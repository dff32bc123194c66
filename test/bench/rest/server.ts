import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '../../../api/access/agents/secret.ts';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import { cursorSeal } from '../../../api/actions/cursor.ts';
import { launchDetail } from '../../../api/actions/launch-detail.ts';
import { listPledges } from '../../../api/actions/listings.ts';
import { buildApp } from '../../../api/app.ts';
import { historyView } from '../../../api/read/history/view.ts';
import { createLatestStore } from '../../../api/read/latest/store.ts';
import { NO_GATE } from '../../../api/read/launch-gate.ts';
import { createMirror, type Mirror } from '../../../api/read/mirror.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { IndexBuilder } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { LAUNCH_ID, PATHS, type Ports } from './contenders.ts';

const PLEDGES = 20_000;

/** All contenders over one index in this process; it tells its parent where each listens. */
const logger = createLogger('warn');
const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-bench-rest-'));
const olap = await createOlap({ dataDir, logger });
await migrate(olap, { logger });
await fillIndex(new IndexBuilder(olap));

const store = createLatestStore({ olap, clock: systemClock, logger });
const stopping = new AbortController();
const following = store.run(stopping.signal);
await waitFor(() => store.held, { what: 'the newest state' });

const context = {
  mirror: createMirror({ store, lane: olap.reader }),
  gate: NO_GATE,
  cursors: cursorSeal(Buffer.from('bench')),
  link: explorerLinks('localnet', 'http://127.0.0.1:8899'),
  symbolOf: () => undefined,
};
const app = buildApp({
  store,
  context,
  logger,
  clock: systemClock,
  secrets: createSecrets({ token: 'llp_', key: 'llk_' }),
  requestsPerWindow: Number.MAX_SAFE_INTEGER,
});
const ours = await app.listen({ host: '127.0.0.1', port: 0 });
const bare = await bareServer();
const clickhouse = await clickhouseServer();

const ports: Ports = { ours: Number(new URL(ours).port), bare: portOf(bare), clickhouse: portOf(clickhouse) };
process.send?.(ports);
process.once('message', () => void stop());

async function fillIndex(index: IndexBuilder): Promise<void> {
  await index.reset();
  const terms = {
    tokenAllocation: 10n ** 15n,
    totalPledged: BigInt(PLEDGES) * 1_000_000n,
    pledgerCount: PLEDGES,
  };
  index.launch({ launchId: LAUNCH_ID, slot: 10n, status: 2, ...terms });
  for (let number = 0; number < PLEDGES; number++) {
    index.pledge({ launchId: LAUNCH_ID, pledger: `pledger ${number}`, slot: 9n, amount: 1_000_000n });
  }
  index.tokenAccount({ launchId: LAUNCH_ID, role: 'escrow', slot: 10n, amount: terms.totalPledged });
  await index.checkpoint({ slot: 10n, slotTime: 1_790_000_000n });
}

/** `node:http` with nothing in between: the same status, headers and bytes, made before. */
async function bareServer(): Promise<Server> {
  const answers = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>();
  for (const path of Object.values(PATHS)) {
    const { headers, rawPayload: body } = await app.inject({ method: 'GET', url: path });
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...same } = headers;
    answers.set(path, { headers: same, body });
  }
  return listening(
    createServer((request, response) => {
      const answer = answers.get(request.url ?? '');
      response.writeHead(answer ? 200 : 404, answer?.headers);
      response.end(answer?.body);
    }),
  );
}

/** The same actions with ClickHouse asked for every request, as an API without a latest-state store would. */
async function clickhouseServer(): Promise<Server> {
  const mirror: Mirror = {
    ...context.mirror,
    ask: (_slot, question) => question(historyView(olap.reader, store.snapshot().stamp)),
  };
  const asking = { ...context, mirror };
  const answer = async (path: string): Promise<string> => {
    const request = { launchId: LAUNCH_ID, limit: 100 };
    const made = path === PATHS.detail ? launchDetail(asking, request) : listPledges(asking, request);
    return JSON.stringify((await made).body);
  };
  return listening(
    createServer((request, response) => {
      answer(request.url ?? '').then(
        (body) => {
          const length = Buffer.byteLength(body);
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
          response.end(body);
        },
        (error: Error) => response.destroy(error),
      );
    }),
  );
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function stop(): Promise<void> {
  stopping.abort();
  await following;
  for (const server of [bare, clickhouse]) {
    server.closeAllConnections();
    server.close();
  }
  await app.close();
  await olap.close();
  await rm(dataDir, { recursive: true, force: true });
  process.disconnect();
}
