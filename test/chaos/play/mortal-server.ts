import { createClient } from '@clickhouse/client';
import type { Cluster } from '../../../core/olap/server/cluster.ts';
import { type ClickHouseCluster, startCluster } from '../../support/clickhouse-server/cluster.ts';
import { WatchedServer } from '../../support/clickhouse-server/watched.ts';
import type { SmallDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

interface Servers {
  /** The same for all their lives, with user and password in them. */
  readonly urls: readonly string[];
  readonly cluster: Cluster | undefined;
  readonly victims: readonly [WatchedServer, ...WatchedServer[]];
  stop(): Promise<void>;
}

/**
 * A ClickHouse server, or a cluster of them. One at a time is killed and comes back with its rows, stalls, or has no
 * room left; each misfortune meets the next of them.
 */
export class MortalServer {
  readonly #servers: Servers;
  #met = 0;
  #alive: Promise<void> = Promise.resolve();
  #revive: (() => Promise<void>) | undefined;

  private constructor(servers: Servers) {
    this.#servers = servers;
  }

  /** @param smallDisks whether they lie on disks that can be filled */
  static async start(shards: number, smallDisks: boolean): Promise<MortalServer> {
    if (shards > 1) return new MortalServer(clusterOf(await startCluster(shards, { smallDisks })));
    return new MortalServer(await oneServer(smallDisks));
  }

  get urls(): readonly string[] {
    return this.#servers.urls;
  }

  get cluster(): Cluster | undefined {
    return this.#servers.cluster;
  }

  /** Resolves when all of it lives. */
  async alive(): Promise<void> {
    await this.#alive;
    await Promise.all(this.#servers.victims.map((victim) => victim.start()));
  }

  async kill(): Promise<void> {
    if (this.#revive) return;
    const victim = this.#next();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alive = promise;
    this.#revive = async () => {
      await victim.start();
      resolve();
    };
    await victim.kill();
  }

  async revive(): Promise<void> {
    const revive = this.#revive;
    this.#revive = undefined;
    await revive?.();
  }

  /** Answers nothing, on connections that stay open, until `over`. False if a killed one has not come back. */
  async stall(over: () => Promise<void>): Promise<boolean> {
    if (this.#revive) return false;
    const victim = this.#next();
    await victim.stall();
    try {
      await over();
    } finally {
      await victim.resume();
    }
    return true;
  }

  /** The disk of the next one, if it lies on one that can be filled. */
  nextDisk(): SmallDisk | undefined {
    return this.#next().disk;
  }

  /** Gives every disk its room back. */
  async drain(): Promise<void> {
    await Promise.all(this.#servers.victims.map(({ disk }) => disk?.drain()));
  }

  /** Ends every misfortune: a play that is broken off leaves them as they are. */
  async #mend(): Promise<void> {
    for (const victim of this.#servers.victims) await victim.resume();
    await this.drain();
    await this.revive();
    await this.alive();
  }

  #next(): WatchedServer {
    const { victims } = this.#servers;
    this.#met += 1;
    return victims[this.#met % victims.length] ?? victims[0];
  }

  /** Drops what an earlier run left. */
  async empty(): Promise<void> {
    await this.#mend();
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
    await this.#servers.stop();
  }
}

async function oneServer(smallDisk: boolean): Promise<Servers> {
  const home = await temporaryDirectory();
  const server = await WatchedServer.start({ directory: home.path, smallDisk });
  const stop = async (): Promise<void> => {
    await server.stop();
    await home[Symbol.asyncDispose]();
  };
  return { urls: [server.url], cluster: undefined, victims: [server], stop };
}

function clusterOf({ url, shards, cluster, ...engines }: ClickHouseCluster): Servers {
  const [first, ...rest] = shards;
  if (!first) throw new Error('no server of a cluster that was named may be harmed');
  return {
    urls: url.split(','),
    cluster,
    victims: [first, ...rest],
    stop: async () => engines[Symbol.asyncDispose](),
  };
}
