import type { Counts, Gap } from './outcome.ts';

/** What a person sees while a job runs; written by the runner alone. */
export interface Progress {
  read: number;
  written: number;
  unchanged: number;
  quarantined: number;
  /** Things that will have been read at the end; undefined as long as nobody knows. */
  expected: number | undefined;
}

export function createProgress(): Progress {
  return { read: 0, written: 0, unchanged: 0, quarantined: 0, expected: undefined };
}

/** What a finished job came to. The counts are those of the whole run, whichever process did them. */
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
  /** What the job itself has to say. */
  readonly finding?: Readonly<Record<string, unknown>>;
}
