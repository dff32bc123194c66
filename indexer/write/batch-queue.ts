import { Batch } from './batch.ts';

/** Batches kept for reuse, with buffers sized by the traffic. */
const SPARE = 2;

/** An open batch that fills, and full ones that wait in order. */
export class BatchQueue {
  readonly #sealed: Batch[] = [];
  readonly #spare: Batch[] = [];
  #open = new Batch();
  #taken: Batch | undefined;
  #sealedCount = 0;
  #doneCount = 0;

  /** The batch for the next rows. */
  get open(): Batch {
    return this.#open;
  }

  get hasSealed(): boolean {
    return this.#sealed.length > 0;
  }

  /** Rows in memory: filling, waiting and being written. */
  get rows(): number {
    const waiting = this.#sealed.reduce((sum, batch) => sum + batch.rows, 0);
    return this.#open.rows + waiting + (this.#taken?.rows ?? 0);
  }

  /** Batches sealed so far; `isDone` of this number says when all of them are durable. */
  get sealedCount(): number {
    return this.#sealedCount;
  }

  isDone(count: number): boolean {
    return this.#doneCount >= count;
  }

  /** Closes the open batch, if it has anything in it. */
  seal(): void {
    if (this.#open.rows === 0) {
      this.#open.corrects = false;
      return;
    }
    this.#sealed.push(this.#open);
    this.#sealedCount += 1;
    this.#open = this.#spare.pop() ?? new Batch();
  }

  take(): Batch | undefined {
    this.#taken = this.#sealed.shift();
    return this.#taken;
  }

  /** The taken batch is durable. */
  done(): void {
    if (!this.#taken) return;
    this.#taken.clear();
    if (this.#spare.length < SPARE) this.#spare.push(this.#taken);
    this.#taken = undefined;
    this.#doneCount += 1;
  }
}
