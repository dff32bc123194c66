import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { createSecrets } from '../../../api/access/agents/secret.ts';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import { cursorSeal } from '../../../api/actions/cursor.ts';
import { buildApp } from '../../../api/app.ts';
import { Scope } from '../../../api/graphql/request/scope.ts';
import { graphqlSchema } from '../../../api/graphql/schema/build.ts';
import { createLatestStore } from '../../../api/read/latest/store.ts';
import { NO_GATE } from '../../../api/read/launch-gate.ts';
import { createMirror } from '../../../api/read/mirror.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { IndexBuilder } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { LAUNCH_ID, type Ports } from './contenders.ts';

const PLEDGES = 20_000;

/** Yoga's types lose these where plugins are declared in place. */
interface ExecuteHook {
  readonly executeFn: (args: object) => Promise<object>;
  readonly setExecuteFn: (execute: (args: object) => Promise<object>) => void;
}

/** All contenders over one newest state in this process; it tells its parent where each listens. */
const logger = createLogger('warn');
const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-bench-graphql-'));
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
const secrets = createSecrets({ token: 'llp_', key: 'llk_' });
const most = { requestsPerWindow: Number.MAX_SAFE_INTEGER };
const parts = { store, context, logger, clock: systemClock, secrets, ...most };
const apps = [buildApp(parts), buildApp({ ...parts, graphql: { capacity: { answerBytes: 1 } } })];
const [ours = 0, executing = 0] = await Promise.all(
  apps.map(async (app) => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)),
);
const yoga = await yogaServer();
const [mercuriusPort = 0, compiling = 0] = await Promise.all([mercuriusServer(0), mercuriusServer(1)]);

const ports: Ports = {
  ...{ ours, executing, compiling },
  mercurius: mercuriusPort,
  yoga: (yoga.address() as AddressInfo).port,
};
process.send?.(ports);
process.once('message', () => void stop());

async function fillIndex(index: IndexBuilder): Promise<void> {
  await index.reset();
  const totalPledged = BigInt(PLEDGES) * 1_000_000n;
  index.launch({ launchId: LAUNCH_ID, slot: 10n, status: 1, totalPledged, pledgerCount: PLEDGES });
  for (let number = 0; number < PLEDGES; number++) {
    index.pledge({ launchId: LAUNCH_ID, pledger: `pledger ${number}`, slot: 9n, amount: 1_000_000n });
  }
  await index.checkpoint({ slot: 10n, slotTime: 1_790_000_000n });
}

/** Yoga as it comes, over the same schema, resolvers and newest state. */
async function yogaServer(): Promise<Server> {
  const server = createServer(
    createYoga({
      schema: graphqlSchema(),
      logging: false,
      plugins: [
        {
          onExecute: ({ executeFn, setExecuteFn }: ExecuteHook) => {
            setExecuteFn(async (args: object) => {
              const scope = new Scope(context, store.snapshot().stamp);
              const result = await executeFn({ ...args, contextValue: scope });
              return { ...result, extensions: { source: scope.requestSource } };
            });
          },
        },
      ],
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Mercurius over the same. @param jit How often a query is asked before it is compiled; never with 0 */
async function mercuriusServer(jit: number): Promise<number> {
  const app = fastify();
  const newScope = (): Scope => new Scope(context, store.snapshot().stamp);
  await app.register(mercurius, { schema: graphqlSchema(), jit, context: newScope });
  app.graphql.addHook('onResolution', async (execution, scope) => {
    if (scope instanceof Scope) Object.assign(execution, { extensions: { source: scope.requestSource } });
  });
  apps.push(app);
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

async function stop(): Promise<void> {
  stopping.abort();
  await following;
  yoga.closeAllConnections();
  yoga.close();
  await Promise.all(apps.map((app) => app.close()));
  await olap.close();
  await rm(dataDir, { recursive: true, force: true });
  process.disconnect();
}
