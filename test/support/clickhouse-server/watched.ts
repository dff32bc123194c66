import { unusedPort } from '../processes.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { type ClickHouseServer, type ClickHouseServerOptions, startClickHouseServer } from './start.ts';

export interface WatchedOptions extends ClickHouseServerOptions {
  readonly directory: string;
  /** On a disk of its own that can be filled, where this user may mount one. */
  readonly smallDisk?: boolean | undefined;
}

/** Every start serves the same rows at the same address. */
type Fixed = ClickHouseServerOptions & { readonly directory: string; readonly port: number };

/**
 * A server that can be stalled and killed, and that comes back with its rows. One that ends by itself is started again,
 * as a service manager does: the engine's listeners in this build abort if another server's connection is reset while
 * they read from it.
 */
export class WatchedServer {
  /** Where its rows lie, if on a disk that can be filled. */
  readonly disk: SmallDisk | undefined;
  readonly #options: Fixed;
  #running: Promise<ClickHouseServer> | undefined;
  #url = '';

  private constructor(options: Fixed, disk: SmallDisk | undefined) {
    this.#options = options;
    this.disk = disk;
  }

  static async start({ smallDisk, ...options }: WatchedOptions): Promise<WatchedServer> {
    const disk = smallDisk ? await mountSmallDisk(options.directory) : undefined;
    const server = new WatchedServer({ ...options, port: options.port ?? (await unusedPort()) }, disk);
    server.#url = (await server.start()).url;
    return server;
  }

  /** With user and password in it. */
  get url(): string {
    return this.#url;
  }

  /** Of the process that runs now. */
  async pid(): Promise<number> {
    return (await this.start()).pid;
  }

  /** Resolves when it answers. */
  start(): Promise<ClickHouseServer> {
    this.#running ??= this.#watched();
    return this.#running;
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running)?.kill();
  }

  async stall(): Promise<void> {
    (await this.#running)?.stall();
  }

  async resume(): Promise<void> {
    (await this.#running)?.resume();
  }

  /** Ends the process and gives the disk back; the directory stays. */
  async stop(): Promise<void> {
    await this.kill();
    await this.disk?.close();
  }

  #watched(): Promise<ClickHouseServer> {
    const running = startClickHouseServer(this.#options);
    const again = async (): Promise<void> => {
      await (await running).ended;
      if (this.#running !== running) return;
      this.#running = undefined;
      await this.start();
    };
    // Whoever waits for `start` hears of it.
    again().catch(() => undefined);
    return running;
  }
}
