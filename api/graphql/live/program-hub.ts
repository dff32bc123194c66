import { LRUCache } from 'lru-cache';
import type { MirrorContext } from '../../actions/context.ts';
import { programNamed } from '../../actions/programs/find.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import type { SlotSnapshot } from '../../read/slots.ts';
import type { HubLimits } from './hub.ts';
import { BoundedQueue } from './queue.ts';

const MOST_SHARED = 512;

/** Sends the steps of the programs' indexes to subscribers, each in a bounded queue. */
export class ProgramHub {
  readonly #context: Pick<MirrorContext, 'programs'>;
  readonly #limits: HubLimits;
  readonly #followers = new Set<BoundedQueue<SlotSnapshot>>();
  readonly #shared = new LRUCache<string, Promise<object>>({ max: MOST_SHARED });

  constructor(context: Pick<MirrorContext, 'programs'>, limits: HubLimits) {
    this.#context = context;
    this.#limits = limits;
  }

  /** @throws PROGRAM_NOT_FOUND */
  reads(program: string): ProgramReads {
    return programNamed(this.#context, program);
  }

  /** The steps of a program's index from now on. @throws SUBSCRIBERS_TOO_MANY, CLIENT_SHARE_USED */
  follow({ steps }: ProgramReads, client: string): BoundedQueue<SlotSnapshot> {
    const leave = this.#limits.place(client);
    const queue = new BoundedQueue<SlotSnapshot>(this.#limits.eventsWaiting, () => {
      this.#followers.delete(queue);
      stop();
      leave();
    });
    const stop = steps.onStep(() => {
      const newest = steps.newest();
      if (newest && !queue.push(newest)) queue.end();
    });
    this.#followers.add(queue);
    return queue;
  }

  /** What equal subscriptions are answered at one step: made once, or again for a reader if it failed for another. */
  share<Answer extends object>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#shared.get(question) as Promise<Answer> | undefined;
    const answer = known === undefined ? make() : known.catch(make);
    this.#shared.set(question, answer);
    return answer;
  }

  /** Ends all subscriptions; nothing is sent any more. */
  close(): void {
    for (const queue of [...this.#followers]) queue.end();
  }
}
