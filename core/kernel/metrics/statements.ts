import type { Registry } from 'prom-client';
import { isLaunchlensError } from '../errors/error.ts';
import { Observations } from './observations.ts';
import { Tally } from './tally.ts';

/** What this process measures of the statements that it sends to one store. */
export class StatementStats {
  readonly #seconds: Observations;
  readonly #errors: Tally;
  readonly #retries: Tally;

  constructor(store: 'clickhouse' | 'postgres') {
    this.#seconds = new Observations(`launchlens_${store}_statement_seconds`);
    this.#errors = new Tally(`launchlens_${store}_errors_total`);
    this.#retries = new Tally(`launchlens_${store}_retries_total`);
  }

  /** Runs one statement. @param of the labels of the store's `statement_seconds` */
  async measure<Value>(run: () => Promise<Value>, ...of: readonly string[]): Promise<Value> {
    const done = this.#seconds.start(...of);
    try {
      return await run();
    } catch (error) {
      this.failed(error);
      throw error;
    } finally {
      done();
    }
  }

  /** Times what ends elsewhere; call the result then. */
  start(...of: readonly string[]): () => void {
    return this.#seconds.start(...of);
  }

  /** Anything but a coded error means that the caller gave up. */
  failed(error: unknown): void {
    if (isLaunchlensError(error)) this.#errors.add(error.code.toLowerCase());
  }

  /** @param error why a statement, or a transaction, runs again */
  retried(error: unknown): void {
    this.#retries.add(isLaunchlensError(error) ? error.code.toLowerCase() : 'other');
  }

  exposeIn(registry: Registry): void {
    for (const metric of [this.#seconds, this.#errors, this.#retries]) metric.exposeIn(registry);
  }
}
