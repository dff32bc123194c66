import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { z } from 'zod';
import { REPLICATIONS } from '../../../core/kernel/settings/schema.ts';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { unusedPort } from '../processes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { WatchedServer } from './watched.ts';

const ACCOUNT = { user: 'launchlens', password: 'secret1' } as const;
const CLUSTER_NAME = 'shards';

/** Servers of one cluster, each a shard without replicas on this machine, or those that an operator names. */
export interface ClickHouseCluster extends AsyncDisposable {
  /** As in CLICKHOUSE_URL. */
  readonly url: string;
  readonly cluster: Cluster;
  /** None of a cluster that was named: nothing there is killed. */
  readonly shards: readonly WatchedServer[];
}

/** A cluster to run against in place of one on this machine; its databases `launchlens…` are dropped. */
const NAMED = {
  url: process.env.TEST_CLICKHOUSE_URL ?? '',
  name: process.env.TEST_CLICKHOUSE_CLUSTER ?? '',
  replication: z.enum(REPLICATIONS).default('replicated').parse(process.env.TEST_CLICKHOUSE_REPLICATION),
} as const;
export const isNamed = NAMED.name !== '';
const DATABASES = ['launchlens', 'launchlens_vault', 'launchlens_pool'] as const;

export interface ClusterOptions {
  /** Each shard lies on a small disk of its own, where this user may mount one. */
  readonly smallDisks?: boolean;
  /** Where the rows lie and stay; left out, a directory that ends with the cluster. */
  readonly directory?: string | undefined;
}

export async function startCluster(size: number, options: ClusterOptions = {}): Promise<ClickHouseCluster> {
  return isNamed ? namedCluster() : localCluster(size, options);
}

async function namedCluster(): Promise<ClickHouseCluster> {
  const { url, name, replication } = NAMED;
  const empty = async (): Promise<void> => {
    const everywhere = replication === 'replicated' ? ` ON CLUSTER '${name}'` : '';
    for (const server of replication === 'replicated' ? url.split(',').slice(0, 1) : url.split(',')) {
      await using client = createClient({ url: server.trim() });
      for (const database of DATABASES)
        await client.command({ query: `DROP DATABASE IF EXISTS ${database}${everywhere} SYNC` });
    }
  };
  await empty();
  return { url, cluster: { name, replication }, shards: [], [Symbol.asyncDispose]: empty };
}

async function localCluster(
  size: number,
  { smallDisks, directory: kept }: ClusterOptions,
): Promise<ClickHouseCluster> {
  const own = kept === undefined ? await temporaryDirectory() : undefined;
  const home = kept ?? own?.path ?? '';
  const ports: { http: number; native: number }[] = [];
  for (let shard = 0; shard < size; shard += 1)
    ports.push({ http: await unusedPort(), native: await unusedPort() });
  const cluster = remoteServers(ports.map(({ native }) => native));
  const shards = await Promise.all(
    ports.map(({ http, native }, index) => {
      const directory = join(home, `shard-${index}`);
      mkdirSync(directory, { recursive: true });
      const account = { ...ACCOUNT, port: http, native: { port: native, cluster } };
      return WatchedServer.start({ ...account, directory, smallDisk: smallDisks });
    }),
  );
  const url = shards.map((shard) => shard.url).join(',');
  return {
    url,
    cluster: { name: CLUSTER_NAME, replication: 'none' },
    shards,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(shards.map((shard) => shard.stop()));
      await own?.[Symbol.asyncDispose]();
    },
  };
}

function remoteServers(ports: readonly number[]): string {
  const { user, password } = ACCOUNT;
  const shards = ports.map((port) => {
    const replica = `<host>127.0.0.1</host><port>${port}</port><user>${user}</user><password>${password}</password>`;
    return `<shard><replica>${replica}</replica></shard>`;
  });
  return `<remote_servers><${CLUSTER_NAME}>${shards.join('')}</${CLUSTER_NAME}></remote_servers>`;
}
