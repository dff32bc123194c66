import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { createOlap } from '../../../../core/olap/open.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { migrateDecisions } from '../../../../core/oltp/migrate.ts';
import { createOltp } from '../../../../core/oltp/open.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { startClickHouseServer } from '../../../support/clickhouse-server/start.ts';
import { serverDecisions } from '../../../support/decision-stores.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const logger = createLogger('silent');

/** Where a process finds both stores. */
export interface StoresPlace {
  readonly dataDir: string;
  /** Left out, the embedded store. */
  readonly clickhouseUrl?: string;
  readonly databaseUrl?: string;
}

export interface BothStores {
  readonly olap: Olap;
  readonly oltp: Oltp;
}

/** Stores that several processes have one after another. */
export interface SettlingStores extends AsyncDisposable {
  /** Stores in which `fill` has put a request. */
  place(fill: (stores: BothStores, nth: bigint) => Promise<void>): Promise<StoresPlace>;
}

/** Does `work` over the stores, which nobody else has open meanwhile. */
export async function within<Value>(
  place: StoresPlace,
  work: (stores: BothStores) => Promise<Value>,
): Promise<Value> {
  const olap = await createOlap({ ...place, logger });
  const oltp = await createOltp({ ...place, logger });
  try {
    return await work({ olap, oltp });
  } finally {
    await oltp.close();
    await olap.close();
  }
}

/** Every place is a directory of its own: copies of one that was filled once, because making one takes seconds. */
export async function embeddedStores(): Promise<SettlingStores> {
  const directory = await temporaryDirectory();
  const first = join(directory.path, 'first');
  let copies = 0;
  return {
    place: async (fill) => {
      copies += 1;
      if (copies === 1) {
        await (await openMigrated({ dataDir: first, logger })).close();
        await within({ dataDir: first }, async ({ olap, oltp }) => {
          await migrateDecisions(oltp, { logger });
          await fill({ olap, oltp }, 1n);
        });
      }
      const dataDir = join(directory.path, `copy-${copies}`);
      cpSync(first, dataDir, { recursive: true });
      return { dataDir };
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

/** Every place is the same one, in which more was put. */
export async function serverStores(): Promise<SettlingStores> {
  const [decisions, clickhouse] = await Promise.all([serverDecisions(), startClickHouseServer()]);
  const where = { dataDir: '/nowhere', clickhouseUrl: clickhouse.url, databaseUrl: decisions.databaseUrl };
  await (await openMigrated({ ...where, logger })).close();
  let nth = 0n;
  return {
    place: async (fill) => {
      nth += 1n;
      await within(where, (stores) => fill(stores, nth));
      return where;
    },
    [Symbol.asyncDispose]: async () => {
      await clickhouse.stop();
      await decisions[Symbol.asyncDispose]();
    },
  };
}
