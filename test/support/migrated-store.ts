import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../core/kernel/logger.ts';
import { migrate } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Cluster } from '../../core/olap/server/cluster.ts';

/** Names the directory of an empty embedded store of the newest schema, which `store-template.ts` made for this run. */
export const TEMPLATE = 'TEST_STORE_TEMPLATE';

export interface MigratedStoreOptions {
  /** A ClickHouse server; left out, the embedded engine in `dataDir`. */
  readonly clickhouseUrl?: string | undefined;
  /** Over whose shards the tables are spread. */
  readonly cluster?: Cluster | undefined;
  /** The same server with the user who asks SQL of strangers. */
  readonly sqlUrl?: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
}

/** A store of the newest schema. Making the schema takes most of a start, so a new embedded one begins as a copy. */
export async function openMigrated(options: MigratedStoreOptions): Promise<Olap> {
  const template = process.env[TEMPLATE];
  const isNew = options.clickhouseUrl === undefined && !existsSync(join(options.dataDir, 'clickhouse'));
  if (template && isNew) cpSync(template, options.dataDir, { recursive: true });
  const olap = await createOlap(options);
  await migrate(olap, { logger: options.logger });
  return olap;
}
