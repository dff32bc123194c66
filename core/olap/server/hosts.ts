import type { ClickHouseClient } from '@clickhouse/client';
import { isLaunchlensError } from '../../kernel/errors/error.ts';

/** One server. */
export interface Host {
  readonly client: ClickHouseClient;
  /** `host:port`, for display. */
  readonly target: string;
}

/** How long a server that failed is asked only if no other is left. */
const AVOIDED_MS = 5_000;

/** The servers that a connection may ask: any of them can answer everything. */
export class Hosts {
  readonly #hosts: readonly [Host, ...Host[]];
  readonly #avoidedUntil = new Map<Host, number>();
  #next: number;

  /** @param first the index of the server that is asked first, so that connections begin at different ones */
  constructor(hosts: readonly [Host, ...Host[]], first = 0) {
    this.#hosts = hosts;
    this.#next = first % hosts.length;
  }

  get size(): number {
    return this.#hosts.length;
  }

  /** Runs one attempt, at the same server as the last unless that failed. */
  async attempt<Value>(work: (host: Host) => Promise<Value>): Promise<Value> {
    const host = this.#choose();
    try {
      return await work(host);
    } catch (error) {
      // Whatever another try may answer, another server may answer too.
      if (isLaunchlensError(error) && error.retryable) this.#avoid(host);
      throw error;
    }
  }

  #choose(): Host {
    const now = performance.now();
    const from = this.#next;
    for (let step = 0; step < this.#hosts.length; step += 1) {
      const at = (from + step) % this.#hosts.length;
      const host = this.#hosts[at];
      if (!host || (this.#avoidedUntil.get(host) ?? 0) > now) continue;
      this.#next = at;
      return host;
    }
    return this.#hosts[from] ?? this.#hosts[0];
  }

  #avoid(host: Host): void {
    this.#avoidedUntil.set(host, performance.now() + AVOIDED_MS);
    this.#next = (this.#hosts.indexOf(host) + 1) % this.#hosts.length;
  }
}
