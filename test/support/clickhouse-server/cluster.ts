import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { z } from 'zod';
import { REPLICATIONS } from '../../../core/kernel/settings/schema.ts';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { unusedPort } from '../processes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type ClickHouseServer, startClickHouseServer } from './start.ts';

const ACCOUNT = { user: 'launchlens', password: 'secret1' } as const;
const CLUSTER_NAME = 'shards';

/** Servers of one cluster, each a shard without replicas on this machine, or those that an operator names. */
export interface ClickHouseCluster extends AsyncDisposable {
  /** As in CLICKHOUSE_URL. */
  readonly url: string;
  readonly cluster: Cluster;
  /** None of a cluster that was named: nothing there is killed. */
  readonly shards: readonly Shard[];
}

/** A cluster to run against in place of one on this machine; its databases `launchlens…` are dropped. */
const NAMED = {
  url: process.env.TEST_CLICKHOUSE_URL ?? '',
  name: process.env.TEST_CLICKHOUSE_CLUSTER ?? '',
  replication: z.enum(REPLICATIONS).default('replicated').parse(process.env.TEST_CLICKHOUSE_REPLICATION),
} as const;
export const isNamed = NAMED.name !== '';
const DATABASES = ['launchlens', 'launchlens_vault', 'launchlens_pool'] as const;

/** A server that can be killed, and started again over the same rows. */
export class Shard {
  readonly url: string;
  readonly #start: () => Promise<ClickHouseServer>;
  #running: ClickHouseServer | undefined;

  constructor(url: string, start: () => Promise<ClickHouseServer>) {
    this.url = url;
    this.#start = start;
  }

  async start(): Promise<void> {
    this.#running ??= await this.#start();
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.kill();
  }
}

export async function startCluster(size: number): Promise<ClickHouseCluster> {
  return isNamed ? namedCluster() : localCluster(size);
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

async function localCluster(size: number): Promise<ClickHouseCluster> {
  const directory = await temporaryDirectory();
  const ports: { http: number; native: number }[] = [];
  for (let shard = 0; shard < size; shard += 1)
    ports.push({ http: await unusedPort(), native: await unusedPort() });
  const cluster = remoteServers(ports.map(({ native }) => native));
  const shards = ports.map(({ http, native }, index) => {
    const own = join(directory.path, `shard-${index}`);
    mkdirSync(own);
    const start = () =>
      startClickHouseServer({ ...ACCOUNT, port: http, directory: own, native: { port: native, cluster } });
    return new Shard(`http://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${http}`, start);
  });
  await Promise.all(shards.map((shard) => shard.start()));
  const url = shards.map((shard) => shard.url).join(',');
  return {
    url,
    cluster: { name: CLUSTER_NAME, replication: 'none' },
    shards,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(shards.map((shard) => shard.kill()));
      await directory[Symbol.asyncDispose]();
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
