import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { unusedPort } from '../processes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type ClickHouseServer, startClickHouseServer } from './start.ts';

const ACCOUNT = { user: 'launchlens', password: 'secret1' } as const;
const CLUSTER_NAME = 'shards';

/** Servers of one cluster on this machine, each a shard without replicas. */
export interface ClickHouseCluster extends AsyncDisposable {
  /** As in CLICKHOUSE_URL. */
  readonly url: string;
  readonly cluster: Cluster;
  /** Settings of a process that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly shards: readonly Shard[];
}

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
    settings: { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: CLUSTER_NAME, CLICKHOUSE_REPLICATION: 'none' },
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
