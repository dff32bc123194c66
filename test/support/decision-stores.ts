import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../core/kernel/logger.ts';
import { migrateDecisions } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const logger = createLogger('silent');

export interface DecisionStore extends AsyncDisposable {
  readonly oltp: Oltp;
}

/** Names the directory of an empty PGlite of the newest schema, which `store-template.ts` made for this run. */
export const DECISIONS_TEMPLATE = 'TEST_DECISIONS_TEMPLATE';

/** PGlite in a directory of its own, at the newest schema. Making one takes seconds, so it begins as a copy. */
export async function embeddedDecisions(): Promise<DecisionStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-decisions-'));
  const template = process.env[DECISIONS_TEMPLATE];
  if (template) await cp(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  const oltp = await createOltp({ dataDir, logger });
  await migrateDecisions(oltp, { logger });
  return {
    oltp,
    [Symbol.asyncDispose]: async () => {
      await oltp.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface SharedDecisionStore extends DecisionStore {
  /** For processes beside this one. */
  readonly databaseUrl: string;
  readonly server: PostgresServer;
  /** One more pool over the same database, as another API process has it. */
  another(): Promise<Oltp>;
}

/** A real server of its own, at the newest schema. */
export async function serverDecisions(): Promise<SharedDecisionStore> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const pools: Oltp[] = [];
  const another = async (): Promise<Oltp> => {
    const oltp = await createOltp({ databaseUrl, dataDir: '/nowhere', logger });
    pools.push(oltp);
    return oltp;
  };
  const oltp = await another();
  await migrateDecisions(oltp, { logger });
  return {
    oltp,
    databaseUrl,
    server,
    another,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
      await server[Symbol.asyncDispose]();
    },
  };
}
