import type { Logger } from '../kernel/logger.ts';
import type { Olap } from './port.ts';
import type { Cluster } from './server/cluster.ts';

export interface OlapOptions {
  /** A ClickHouse server with credentials in the URL, or several of a cluster; if omitted, chDB runs in this process. */
  readonly clickhouseUrl?: string | undefined;
  /** The same server with the user who asks what strangers wrote; if omitted, the user of all other statements. */
  readonly sqlUrl?: string | undefined;
  /** The cluster over whose shards the tables are spread. */
  readonly cluster?: Cluster | undefined;
  /** Where the embedded engine keeps its files. */
  readonly dataDir: string;
  readonly logger: Logger;
}

/**
 * Opens the fact store. Each backing is loaded only if it is used: the embedded engine is a native library of
 * hundreds of megabytes.
 * @throws OLAP_UNREACHABLE, OLAP_REJECTED, OLAP_DIRECTORY_BUSY, OLAP_DIRECTORY_UNUSABLE, OLAP_ENGINE_MISSING
 */
export async function createOlap(options: OlapOptions): Promise<Olap> {
  const { clickhouseUrl } = options;
  if (clickhouseUrl !== undefined) {
    const { openServer } = await import('./server/open.ts');
    return openServer({ ...options, clickhouseUrl });
  }
  const { openEmbedded } = await import('./embedded/open.ts');
  return openEmbedded(options);
}
