import { Batch } from './batch.ts';
import type { WriterLimits } from './writer-limits.ts';

/** Batches kept for reuse, with buffers sized by the traffic. */
const SPARE = 2;

type RipeningLimits = Pick<WriterLimits, 'flushRows' | 'gatherMs' | 'flushMs'>;

/** A full batch, or work that waits until every batch before it is durable. */
type Step = Batch | (() => Promise<void>);

/** An open batch that fills, and steps that wait in order. */
export class BatchQueue {
  readonly #waiting: Step[] = [];
  readonly #spare: Batch[] = [];
  readonly #make: () => Batch;
  #open: Batch;
  #taken: Step | undefined;
  #addedCount = 0;
  #doneCount = 0;
  /** When the last step was taken, in milliseconds. */
  #takenAt = Number.NEGATIVE_INFINITY;

  constructor(make: () => Batch = () => new Batch()) {
    this.#make = make;
    this.#open = make();
  }

  /** The batch for the next rows. */
  get open(): Batch {
    return this.#open;
  }

  get hasNext(): boolean {
    return this.#waiting.length > 0;
  }

  /** Rows in memory: filling, waiting and being written. */
  get rows(): number {
    return this.#waiting.reduce((sum, step) => sum + rowsOf(step), this.#open.rows + rowsOf(this.#taken));
  }

  /** Their memory. */
  get bytes(): number {
    const steps = [this.#open, this.#taken, ...this.#waiting];
    return steps.reduce((sum, step) => sum + (step instanceof Batch ? step.bytes : 0), 0);
  }

  /** Steps added so far; `isDone` of this number says when all of them are durable. */
  get addedCount(): number {
    return this.#addedCount;
  }

  isDone(count: number): boolean {
    return this.#doneCount >= count;
  }

  /** Time until the open batch is written, however small it is by then. */
  ripensMs({ flushRows, gatherMs, flushMs }: RipeningLimits, now: number): number {
    const { rows, openedAt } = this.#open;
    if (rows >= flushRows) return 0;
    if (rows === 0) return flushMs;
    return Math.max(0, openedAt + gatherMs - now, this.#takenAt + flushMs - now);
  }

  /** Closes the open batch, if it has anything in it. */
  seal(): void {
    if (this.#open.rows === 0) {
      this.#open.corrects = false;
      return;
    }
    this.add(this.#open);
    this.#open = this.#spare.pop() ?? this.#make();
  }

  add(step: Step): void {
    this.#waiting.push(step);
    this.#addedCount += 1;
  }

  take(now: number): Step | undefined {
    this.#taken = this.#waiting.shift();
    if (this.#taken) this.#takenAt = now;
    return this.#taken;
  }

  /** The taken step is durable. */
  done(): void {
    if (!this.#taken) return;
    if (this.#taken instanceof Batch) {
      this.#taken.clear();
      if (this.#spare.length < SPARE) this.#spare.push(this.#taken);
    }
    this.#taken = undefined;
    this.#doneCount += 1;
  }
}

function rowsOf(step: Step | undefined): number {
  return step instanceof Batch ? step.rows : 0;
}
