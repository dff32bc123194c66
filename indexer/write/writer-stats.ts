import type { Registry } from 'prom-client';
import { exposeAll } from '../../core/kernel/metrics/expose.ts';
import { Observations } from '../../core/kernel/metrics/observations.ts';
import { Tally } from '../../core/kernel/metrics/tally.ts';
import type { SlotArrival } from './batch-span.ts';

/** When a batch passed each stage, in milliseconds since the Unix epoch. */
export interface BatchMoments {
  readonly takenAt: number;
  readonly insertedAt: number;
  readonly checkpointAt: number;
}

/** Rows in memory that are not durable yet, and their memory. */
export interface PendingRows {
  readonly rows: number;
  readonly bytes: number;
}

/** What a writer measures, for /metrics. */
export class WriterStats {
  readonly #rows = new Observations('launchlens_index_writer_batch_rows');
  readonly #seconds = new Observations('launchlens_index_writer_batch_seconds');
  readonly #stages = new Observations('launchlens_index_stage_seconds');
  readonly #retries = new Tally('launchlens_index_writer_retries_total');

  wrote(rows: number, ms: number): void {
    this.#rows.observe(rows);
    this.#seconds.observe(ms / 1000);
  }

  /** Observes the stages of every slot of a batch. */
  answerable(arrivals: readonly SlotArrival[], { takenAt, insertedAt, checkpointAt }: BatchMoments): void {
    for (const { receivedAt, wholeAt } of arrivals) {
      this.#stage('assemble', receivedAt, wholeAt);
      this.#stage('wait_for_batch', wholeAt, takenAt);
      this.#stage('insert', takenAt, insertedAt);
      this.#stage('checkpoint', insertedAt, checkpointAt);
    }
  }

  #stage(name: string, from: number, to: number): void {
    this.#stages.observe((to - from) / 1000, name);
  }

  retried(table: string): void {
    this.#retries.add(table);
  }

  exposeIn(registry: Registry, pending: () => PendingRows): void {
    for (const metric of [this.#rows, this.#seconds, this.#stages, this.#retries]) metric.exposeIn(registry);
    exposeAll(registry, {
      launchlens_index_writer_queue_rows: () => pending().rows,
      launchlens_index_writer_queue_bytes: () => pending().bytes,
    });
  }
}
