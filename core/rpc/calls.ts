import type { Registry } from 'prom-client';
import { isLaunchlensError } from '../kernel/errors/error.ts';
import { Observations } from '../kernel/metrics/observations.ts';
import { Tally } from '../kernel/metrics/tally.ts';

const PREFIX = /^RPC_/;

/** The requests that one process sends to its nodes, by method. Methods are ours, so their number is bounded. */
export class RpcCalls {
  readonly #outcomes = new Tally('launchlens_rpc_requests_total');
  readonly #seconds = new Observations('launchlens_rpc_request_seconds');

  /** Sends one request. */
  async measure<Result>(method: string, send: () => Promise<Result>): Promise<Result> {
    const done = this.#seconds.start(method);
    try {
      const result = await send();
      this.#outcomes.add(method, 'ok');
      return result;
    } catch (error) {
      this.#outcomes.add(method, outcomeOf(error));
      throw error;
    } finally {
      done();
    }
  }

  exposeIn(registry: Registry): void {
    this.#outcomes.exposeIn(registry);
    this.#seconds.exposeIn(registry);
  }
}

function outcomeOf(error: unknown): string {
  if (!isLaunchlensError(error) || !PREFIX.test(error.code)) return 'aborted';
  return error.code.replace(PREFIX, '').toLowerCase();
}
