import { createLogger } from '../../../core/kernel/logger.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { startCluster } from '../../support/clickhouse-server/cluster.ts';
import { WatchedServer } from '../../support/clickhouse-server/watched.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

export interface Servers {
  readonly olap: Olap;
  /** For the processes that use it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly servers: readonly WatchedServer[];
}

/**
 * One ClickHouse server, or a cluster of several shards, with the schema, for as long as `use` runs.
 * @param kept where the rows stay; left out, they end with the servers
 */
export async function withServers<Came>(
  shards: number,
  kept: string | undefined,
  use: (servers: Servers) => Promise<Came>,
): Promise<Came> {
  await using directory = await temporaryDirectory();
  await using started = await start(shards, kept ?? directory.path);
  const { url: clickhouseUrl, cluster } = started;
  const logger = createLogger('silent');
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir: directory.path, logger });
  try {
    await migrate(olap, { logger });
    const spread = cluster && {
      CLICKHOUSE_CLUSTER: cluster.name,
      CLICKHOUSE_REPLICATION: cluster.replication,
    };
    const settings = { CLICKHOUSE_URL: clickhouseUrl, ...spread };
    return await use({ olap, settings, servers: started.shards });
  } finally {
    await olap.close();
  }
}

interface Started extends AsyncDisposable {
  readonly url: string;
  readonly cluster: Cluster | undefined;
  readonly shards: readonly WatchedServer[];
}

async function start(shards: number, directory: string): Promise<Started> {
  if (shards > 1) return startCluster(shards, { directory });
  const server = await WatchedServer.start({ directory });
  return {
    url: server.url,
    cluster: undefined,
    shards: [server],
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
