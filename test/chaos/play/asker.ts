import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, type Random } from '../../../fixtures/localnet/keys/random.ts';
import type { Examining, Verdict } from '../oracle/answer.ts';
import type { Stage } from './stage.ts';

const PAUSE_MS = 60;
const FOLLOW_MS = 20_000;

export interface Asked {
  readonly right: number;
  readonly refused: number;
  readonly rows: number;
  readonly wrong: readonly string[];
}

/** Asks the API all the while, and holds every answer to the chain at the slot that it is stamped with. */
export class Asker<Question extends { readonly slot: bigint | undefined }> {
  readonly #stage: Stage;
  readonly #examiner: Examining<Question>;
  readonly #random: Random;
  readonly #again: Question[] = [];
  readonly #wrong: string[] = [];
  readonly #refusals: { readonly slot: bigint; readonly detail: string }[] = [];
  #first: bigint | undefined;
  #right = 0;
  #refused = 0;
  #rows = 0;
  #over = false;

  constructor(stage: Stage, examiner: Examining<Question>) {
    this.#stage = stage;
    this.#examiner = examiner;
    this.#random = createRandom('questions', stage.plan.seed);
  }

  get asked(): Asked {
    return { right: this.#right, refused: this.#refused, rows: this.#rows, wrong: this.#wrong };
  }

  /** Slots that were refused as not held. */
  get refusals(): readonly { readonly slot: bigint; readonly detail: string }[] {
    return this.#refusals;
  }

  /** Until `stop`. */
  async run(): Promise<void> {
    while (!this.#over) {
      await this.#one(true);
      await delay(PAUSE_MS);
    }
  }

  stop(): void {
    this.#over = true;
  }

  /** Once everything is settled: what could not be judged before, and some more. */
  async settle(questions: number): Promise<void> {
    await this.#atTheEnd();
    for (const question of this.#again.splice(0)) await this.#put(question, false);
    for (let i = 0; i < questions; i++) await this.#one(false);
  }

  /** The API follows the checkpoint; it must come to the newest one by itself. */
  async #atTheEnd(): Promise<void> {
    const { watch, keeper } = this.#stage;
    const { now } = this.#examiner;
    for (const deadline = Date.now() + FOLLOW_MS; ; ) {
      const verdict = await this.#examiner.ask(keeper.url ?? '', now);
      if (verdict.kind === 'right' && verdict.slot === watch.slot) return;
      if (Date.now() > deadline) {
        this.#wrong.push(`the API did not come to slot ${watch.slot}: ${JSON.stringify(verdict, text)}`);
        return;
      }
      await delay(PAUSE_MS);
    }
  }

  async #one(during: boolean): Promise<void> {
    const { watch, keeper } = this.#stage;
    if (watch.slot < 0n || keeper.url === undefined) return;
    this.#first ??= watch.slot;
    await this.#put(this.#examiner.draw(this.#random, this.#first, watch.slot), during);
  }

  async #put(question: Question, during: boolean): Promise<void> {
    const url = this.#stage.keeper.url;
    if (url === undefined) return;
    const verdict = await this.#examiner.ask(url, question);
    if (verdict.kind === 'right') {
      this.#right += 1;
      this.#rows += verdict.rows;
    } else if (verdict.kind === 'refused') this.#refuse(question, verdict, during);
    else if (during && this.#stage.unsettled.some(({ from }) => verdict.slot >= from)) {
      // The node has told that slot wrong, and the API may not have heard better yet: at the end it must have.
      this.#again.push({ ...question, slot: verdict.slot });
    } else this.#wrong.push(`at slot ${verdict.slot}: ${verdict.detail}`);
  }

  #refuse(
    { slot }: Question,
    { status, detail }: Extract<Verdict, { kind: 'refused' }>,
    during: boolean,
  ): void {
    this.#refused += 1;
    if (status === 410 && slot !== undefined) this.#refusals.push({ slot, detail });
    // 0: the process is dead; 404: no such launch yet; 503: it starts.
    if ([0, 404, 410, 503].includes(status)) return;
    // Asked at a slot that a process which has just come back has not loaded yet.
    if (during && status === 400) return;
    this.#wrong.push(`refused with ${status}: ${detail}`);
  }
}

function text(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
