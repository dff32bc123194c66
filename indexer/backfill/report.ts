import type { Counts, Gap } from './job.ts';

/** What a person sees while a job runs; written only by the runner. */
export interface Progress {
  read: number;
  written: number;
  unchanged: number;
  quarantined: number;
  /** The expected total; undefined until known. */
  expected: number | undefined;
}

export function createProgress(): Progress {
  return { read: 0, written: 0, unchanged: 0, quarantined: 0, expected: undefined };
}

/** The result of a finished job. The counts are those of the whole run, across processes. */
export interface BackfillReport extends Counts {
  /** The job's identity, its key in `backfill_chunks`. */
  readonly job: string;
  readonly kind: string;
  /** What is counted. */
  readonly unit: string;
  readonly run: number;
  /** Chunks that an earlier process had done. */
  readonly resumed: number;
  readonly dryRun: boolean;
  readonly gaps: readonly Gap[];
  /** Of this process. */
  readonly seconds: number;
  /** The job's own results. */
  readonly finding?: Readonly<Record<string, unknown>>;
}
