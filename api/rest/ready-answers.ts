import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { askingNetwork } from '../access/asking-network.ts';
import type { Answered } from '../actions/context.ts';
import type { LatestStore } from '../read/latest/store.ts';
import type { LaunchGateReader } from '../read/launch-gate.ts';
import { type ReadyAnswer, readyAnswer } from './ready-answer.ts';

/** The approximate size of an entry besides its body. */
const ENTRY_BYTES = 1024;

export interface ReadyAnswersOptions {
  readonly store: LatestStore;
  readonly gate: LaunchGateReader;
  /** Memory limit of the cache. */
  readonly bytes: number;
}

export interface Making {
  readonly route: string;
  /** The URL that was asked for. */
  readonly question: string;
  readonly ask: () => Promise<Answered<unknown>>;
  /** Whether the answer stays valid until the index or the gate changes. */
  readonly keep: boolean;
}

/**
 * Answers cached as bytes, one per request, each valid until the index or the gate changes. Equal requests from one
 * network share one pending answer: a client does not wait in another one's queue, and is not refused for what another
 * one used up.
 */
export class ReadyAnswers {
  readonly #store: LatestStore;
  readonly #gate: LaunchGateReader;
  readonly #ready: LRUCache<string, ReadyAnswer>;
  readonly #making = new Map<string, Promise<ReadyAnswer>>();

  constructor({ store, gate, bytes }: ReadyAnswersOptions) {
    this.#store = store;
    this.#gate = gate;
    this.#ready = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ body }) => body.size + ENTRY_BYTES,
    });
  }

  /** The cached answer to a request, if any. A URL that does not parse was never answered, so it needs no check. */
  find({ method, url = '' }: IncomingMessage): ReadyAnswer | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const answer = this.#ready.get(url);
    const good =
      answer !== undefined &&
      answer.epoch === this.#store.held?.stamp.epoch &&
      answer.gateVersion === this.#gate.version;
    return good ? answer : undefined;
  }

  make({ route, question, ask, keep }: Making): Promise<ReadyAnswer> {
    // Read first: a change of the gate in between makes the answer outdated, never newer than its version.
    const gateVersion = this.#gate.version;
    const name = `${this.#store.held?.stamp.epoch} ${gateVersion} ${askingNetwork()} ${question}`;
    const making = this.#making.get(name);
    if (making !== undefined) return making;
    const answer = ask()
      .then(({ stamp, body }) => {
        const ready = readyAnswer({ route, question, gateVersion, stamp, body, keep });
        if (keep) this.#ready.set(question, ready);
        return ready;
      })
      .finally(() => this.#making.delete(name));
    this.#making.set(name, answer);
    return answer;
  }
}
