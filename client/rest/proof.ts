import type { CallOptions } from '../http/http.ts';
import type { AuditPage, CoveragePage, Verification } from '../types/answers.ts';
import { type ReadArguments, readAt } from './reads.ts';
import type { PageOptions, Rest } from './rest.ts';

const VERIFICATION = '/ilo/accounts/{pubkey}/verification/';

/** How far the index can be trusted. */
export class Proof {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** How each range of slots was indexed. */
  coverage(options: PageOptions = {}): Promise<CoveragePage> {
    return readAt(this.#rest, '/ilo/coverage/', options);
  }

  /** Comparisons of the index with the chain, newest slot first. */
  audits(options: PageOptions = {}): Promise<AuditPage> {
    return readAt(this.#rest, '/ilo/audits/', options);
  }

  /** One account, read from the chain now and compared byte for byte. */
  verify(
    pubkey: string,
    options: Omit<ReadArguments<typeof VERIFICATION>, 'pubkey'> & CallOptions = {},
  ): Promise<Verification> {
    return readAt(this.#rest, VERIFICATION, { pubkey, ...options });
  }
}
