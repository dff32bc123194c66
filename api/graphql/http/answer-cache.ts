import { LRUCache } from 'lru-cache';
import type { AnswerBody } from '../../../core/kernel/answer-body.ts';
import type { LatestStore } from '../../read/latest/store.ts';
import type { LaunchGateReader } from '../../read/launch-gate.ts';

/** The approximate size of an entry besides its body. */
const ENTRY_BYTES = 1024;
/** Longer requests are not cached. */
const LONGEST_QUESTION = 8 * 1024;

/** An answer as it goes over the wire. */
export interface CachedAnswer {
  readonly type: string;
  readonly body: AnswerBody;
  /** The slot of the response's `source`. */
  readonly slot: number | undefined;
  /** The operation's field of the root, for /metrics. */
  readonly field: string;
}

/** The versions that an answer was made from; it is valid while both are the newest. */
export interface MadeFrom {
  readonly epoch: number;
  readonly gateVersion: number;
}

export interface AnswerCacheOptions {
  readonly store: LatestStore;
  readonly gate: LaunchGateReader;
  /** Memory limit of the cache. */
  readonly bytes: number;
}

/**
 * Answers cached as bytes, by request (document, variables, operation, media type) and by what they were made from. The
 * caller is not part of the key: answers that depend on it are not cached here (`Scope.shareable`).
 */
export class AnswerCache {
  readonly #store: LatestStore;
  readonly #gate: LaunchGateReader;
  readonly #answers: LRUCache<string, { readonly from: MadeFrom; readonly answer: CachedAnswer }>;

  constructor({ store, gate, bytes }: AnswerCacheOptions) {
    this.#store = store;
    this.#gate = gate;
    this.#answers = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ answer }, question) => answer.body.size + 2 * question.length + ENTRY_BYTES,
    });
  }

  /** The minimum gate version of an answer made from now on. */
  get gateVersion(): number {
    return this.#gate.version;
  }

  find(question: string): CachedAnswer | undefined {
    const held = this.#answers.get(question);
    return held !== undefined && this.#isNewest(held.from) ? held.answer : undefined;
  }

  keep(question: string, from: MadeFrom, answer: CachedAnswer): void {
    if (question.length <= LONGEST_QUESTION && this.#isNewest(from)) {
      this.#answers.set(question, { from, answer });
    }
  }

  #isNewest({ epoch, gateVersion }: MadeFrom): boolean {
    return epoch === this.#store.held?.stamp.epoch && gateVersion === this.#gate.version;
  }
}
