import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ChunkOutcome } from './outcome.ts';

/**
 * A backfill: work split into chunks. Every chunk must be idempotent, because a crash between its last row and
 * its record repeats it.
 */
export interface BackfillJob<Plan> {
  readonly kind: string;
  /** What defines the work. The same kind and definition are the same job, which resumes where it stopped. */
  readonly definition: JobDefinition;
  /** The counted things, in the plural. */
  readonly unit: string;
  /** Sequences of chunks that run concurrently. */
  readonly concurrency: number;
  /** Parses a plan that an earlier process made. */
  readonly plan: z.ZodType<Plan>;
  /**
   * Decides, once per run, what the job leaves open, such as the last slot; stored, so that a resumed run does
   * the same.
   */
  prepare(signal: AbortSignal): Promise<Plan>;
  /**
   * The work. Chunks of one sequence run one after another, sequences concurrently; both are requested only when
   * there is capacity. A sequence receives the record of each chunk it yields, whether it ran now or before.
   */
  sequences(plan: Plan, run: RunView): AsyncIterable<ChunkSequence> | Iterable<ChunkSequence>;
  /**
   * Called when all chunks are done, also in a dry run, which must not write to the store. What it writes, such
   * as newly covered ranges, must be safe to write twice. Its result goes into the report.
   */
  finish?(plan: Plan, run: RunView): Promise<Finding>;
}

export type JobDefinition = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
export type ChunkSequence = AsyncGenerator<BackfillChunk, void, ChunkOutcome>;
/** Names and values for the report; bigints become decimal text. */
export type Finding = Readonly<Record<string, unknown>> | undefined;

export interface BackfillChunk {
  /** Names the chunk within its job; the same work has the same key in every process. */
  readonly key: string;
  /** Runs the chunk; resolves once its rows are durable. */
  run(context: ChunkContext): Promise<ChunkOutcome>;
}

export interface ChunkContext {
  readonly signal: AbortSignal;
  readonly dryRun: boolean;
  /** Reports progress for display; only the outcome counts. */
  advance(count: number): void;
}

/** What a job may know about the whole run. */
export interface RunView {
  readonly signal: AbortSignal;
  readonly dryRun: boolean;
  /** Adds to the number of things that the whole run is expected to read. */
  expect(count: number): void;
}

/** Independent chunks, as sequences. */
export async function* eachAlone(
  chunks: AsyncIterable<BackfillChunk> | Iterable<BackfillChunk>,
): AsyncGenerator<ChunkSequence> {
  for await (const chunk of chunks) yield alone(chunk);
}

async function* alone(chunk: BackfillChunk): ChunkSequence {
  yield chunk;
}

/** The identity of a job: 32 hex digits over its kind and definition. */
export function jobId(kind: string, definition: JobDefinition): string {
  const parts = Object.entries(definition)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, parts]))
    .digest('hex')
    .slice(0, 32);
}
