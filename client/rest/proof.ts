import type { CallOptions } from '../http/http.ts';
import type { AuditPage, CoveragePage, Verification } from '../types/answers.ts';
import { type PageOptions, splitOptions } from './options.ts';
import type { Rest } from './rest.ts';

/** How far the index can be trusted. */
export class Proof {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** How each range of slots came to be known. */
  coverage(options: PageOptions = {}): Promise<CoveragePage> {
    return this.#rest.get('/ilo/coverage/', ...splitOptions(options));
  }

  /** Comparisons of the index with the chain, greatest slot first. */
  audits(options: PageOptions = {}): Promise<AuditPage> {
    return this.#rest.get('/ilo/audits/', ...splitOptions(options));
  }

  /** One account read from the chain now, and compared byte for byte. */
  verify(pubkey: string, options: CallOptions = {}): Promise<Verification> {
    const path = `/ilo/accounts/${encodeURIComponent(pubkey)}/verification/`;
    return this.#rest.get(path, ...splitOptions(options));
  }
}
