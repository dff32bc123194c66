import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { askingNetwork } from '../access/asking-network.ts';
import type { Answered } from '../actions/context.ts';
import type { LatestStore } from '../read/latest/store.ts';
import type { LaunchGateReader } from '../read/launch-gate.ts';
import { type ReadyAnswer, readyAnswer } from './ready-answer.ts';

/** What an entry takes beside its body, roughly. */
const ENTRY_BYTES = 1024;

export interface ReadyAnswersOptions {
  readonly store: LatestStore;
  readonly gate: LaunchGateReader;
  /** Memory that the answers may take. */
  readonly bytes: number;
}

export interface Making {
  readonly route: string;
  /** The URL that was asked for. */
  readonly question: string;
  readonly ask: () => Promise<Answered<unknown>>;
  /** Whether the answer stays good until the index or the gate moves on. */
  readonly keep: boolean;
}

/**
 * Answers kept as bytes, one per question, each good until the index or the gate moves on. Equal questions that
 * arrive from one network while the answer is being made wait for the one answer: a client does not wait in the queue of
 * another one, and is not refused for what another one used up.
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
      sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
    });
  }

  /** The answer to a request, if it is ready. A URL that does not parse was never answered, so it needs no check. */
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
    // Read before the answer is asked for: a change of the gate in between makes the answer old, never new.
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
