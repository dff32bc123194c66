import { join } from 'node:path';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createOlap, type OlapOptions } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { SmallDisk } from '../../support/small-disk.ts';
import type { StoreKind } from '../plan/fault.ts';
import type { MortalServer } from './mortal-server.ts';
import { openStoreProxy, type StoreProxy } from './store-proxy.ts';

const logger = createLogger('silent');

/** The store of one run: what the process under test is told of it, and a way in from outside. */
export interface ChaosStore {
  readonly kind: StoreKind;
  readonly settings: Readonly<Record<string, string>>;
  /** Where the process under test logs, beside its data. */
  readonly logFile: string;
  /** Stands before the server's inserts; undefined on the embedded store. */
  readonly proxy: StoreProxy | undefined;
  readonly server: MortalServer | undefined;
  /** A disk that can be filled: of the embedded store if that was wanted, or of the next server. */
  disk(): SmallDisk | undefined;
  /** Opens the store itself, past every fault. On the embedded store nobody else may have it open. */
  look<Seen>(see: (olap: Olap) => Promise<Seen>): Promise<Seen>;
  close(): Promise<void>;
}

/** A directory of its own. */
export function openEmbeddedStore(directory: string, disk?: SmallDisk): ChaosStore {
  const dataDir = disk?.directory ?? join(directory, 'data');
  return {
    kind: 'embedded',
    settings: { DATA_DIR: dataDir },
    logFile: join(directory, 'subject.log'),
    proxy: undefined,
    server: undefined,
    disk: () => disk,
    look: async (see) => {
      // Opening it takes room too.
      await disk?.drain();
      return looking({ dataDir }, see);
    },
    close: async () => disk?.close(),
  };
}

/** An empty database of a server, or of a cluster's servers. */
export async function openServerStore(directory: string, server: MortalServer): Promise<ChaosStore> {
  await server.empty();
  const proxy = await openStoreProxy(server.urls);
  const dataDir = join(directory, 'data');
  const { cluster } = server;
  const spread = cluster && { CLICKHOUSE_CLUSTER: cluster.name, CLICKHOUSE_REPLICATION: cluster.replication };
  return {
    kind: cluster ? 'cluster' : 'server',
    settings: { DATA_DIR: dataDir, CLICKHOUSE_URL: proxy.url, ...spread },
    logFile: join(directory, 'subject.log'),
    proxy,
    server,
    disk: () => server.nextDisk(),
    look: async (see) => {
      await server.drain();
      await server.alive();
      return looking({ dataDir, clickhouseUrl: server.urls.join(','), cluster }, see);
    },
    close: () => proxy.close(),
  };
}

async function looking<Seen>(
  where: Pick<OlapOptions, 'dataDir' | 'clickhouseUrl' | 'cluster'>,
  see: (olap: Olap) => Promise<Seen>,
): Promise<Seen> {
  const olap = await createOlap({ ...where, logger });
  try {
    return await see(olap);
  } finally {
    await olap.close();
  }
}
