import type { Registry } from 'prom-client';
import { by, exposeAll } from '../../core/kernel/metrics/expose.ts';
import { Observations } from '../../core/kernel/metrics/observations.ts';

export interface Lookup {
  readonly addresses: number;
  readonly found: number;
  readonly ms: number;
}

/** What lookups of closed accounts measure, for /metrics. */
export class LookupStats {
  readonly #seconds = new Observations('launchlens_index_lookup_seconds');
  /** Accounts, by the result of their lookup. */
  readonly results = { found: 0, unknown: 0 };
  retries = 0;
  /** Accounts and answers in memory. */
  held: () => number = () => 0;

  answered({ addresses, found, ms }: Lookup): void {
    this.#seconds.observe(ms / 1000);
    this.results.found += found;
    this.results.unknown += addresses - found;
  }

  exposeIn(registry: Registry): void {
    this.#seconds.exposeIn(registry);
    exposeAll(registry, {
      launchlens_index_accounts_in_memory: () => this.held(),
      launchlens_index_looked_up_accounts_total: () => by('result', Object.entries(this.results)),
      launchlens_index_lookup_retries_total: () => this.retries,
    });
  }
}
