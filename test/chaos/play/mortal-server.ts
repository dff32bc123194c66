import { createClient } from '@clickhouse/client';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';

/** A ClickHouse server that can be killed and comes back over the same directory. */
export class MortalServer {
  #server: ClickHouseServer;
  #alive: Promise<void> = Promise.resolve();
  #revive: (() => void) | undefined;

  private constructor(server: ClickHouseServer) {
    this.#server = server;
  }

  static async start(): Promise<MortalServer> {
    return new MortalServer(await startClickHouseServer());
  }

  /** The same for all its lives, with user and password in it. */
  get url(): string {
    return this.#server.url;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Resolves when it lives. */
  alive(): Promise<void> {
    return this.#alive;
  }

  async kill(): Promise<void> {
    if (this.#revive) return;
    this.#alive = new Promise((resolve) => {
      this.#revive = resolve;
    });
    await this.#server.kill();
  }

  async revive(): Promise<void> {
    const revived = this.#revive;
    if (!revived) return;
    const { directory, port } = this.#server;
    this.#server = await startClickHouseServer({ directory, port });
    this.#revive = undefined;
    revived();
  }

  /** Drops what an earlier run left. */
  async empty(): Promise<void> {
    await this.revive();
    const client = createClient({ url: this.url });
    try {
      for (const database of ['launchlens', 'launchlens_vault'])
        await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
    } finally {
      await client.close();
    }
  }

  async stop(): Promise<void> {
    await this.revive();
    await this.#server.stop();
  }
}
