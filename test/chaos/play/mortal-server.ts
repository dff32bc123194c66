import { createClient } from '@clickhouse/client';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { type ClickHouseCluster, startCluster } from '../../support/clickhouse-server/cluster.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';

/** What can die of a store that other processes serve. */
interface Servers {
  /** The same for all their lives, with user and password in them. */
  readonly urls: readonly string[];
  readonly cluster: Cluster | undefined;
  /** Kills one of them. */
  kill(): Promise<void>;
  /** Starts that one again over the same rows. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/** A ClickHouse server, or a cluster of them, of which one can be killed and comes back with its rows. */
export class MortalServer {
  readonly #servers: Servers;
  #alive: Promise<void> = Promise.resolve();
  #revive: (() => void) | undefined;

  private constructor(servers: Servers) {
    this.#servers = servers;
  }

  static async start(): Promise<MortalServer> {
    return new MortalServer(oneServer(await startClickHouseServer()));
  }

  static async startCluster(shards: number): Promise<MortalServer> {
    return new MortalServer(clusterOf(await startCluster(shards)));
  }

  get urls(): readonly string[] {
    return this.#servers.urls;
  }

  get cluster(): Cluster | undefined {
    return this.#servers.cluster;
  }

  /** Resolves when all of it lives. */
  alive(): Promise<void> {
    return this.#alive;
  }

  async kill(): Promise<void> {
    if (this.#revive) return;
    this.#alive = new Promise((resolve) => {
      this.#revive = resolve;
    });
    await this.#servers.kill();
  }

  async revive(): Promise<void> {
    const revived = this.#revive;
    if (!revived) return;
    await this.#servers.revive();
    this.#revive = undefined;
    revived();
  }

  /** Drops what an earlier run left. */
  async empty(): Promise<void> {
    await this.revive();
    for (const url of this.urls) {
      const client = createClient({ url });
      try {
        for (const database of ['launchlens', 'launchlens_vault'])
          await client.command({ query: `DROP DATABASE IF EXISTS ${database} SYNC` });
      } finally {
        await client.close();
      }
    }
  }

  async stop(): Promise<void> {
    await this.revive();
    await this.#servers.stop();
  }
}

function oneServer(started: ClickHouseServer): Servers {
  let server = started;
  return {
    urls: [server.url],
    cluster: undefined,
    kill: () => server.kill(),
    revive: async () => {
      const { directory, port } = server;
      server = await startClickHouseServer({ directory, port });
    },
    stop: () => server.stop(),
  };
}

/** Each of its deaths meets the next shard. */
function clusterOf({ shards, cluster, ...engines }: ClickHouseCluster): Servers {
  let deaths = 0;
  const dead = () => shards[deaths % shards.length];
  return {
    urls: shards.map(({ url }) => url),
    cluster,
    kill: async () => {
      deaths += 1;
      await dead()?.kill();
    },
    revive: async () => {
      await dead()?.start();
    },
    stop: async () => {
      await engines[Symbol.asyncDispose]();
    },
  };
}
