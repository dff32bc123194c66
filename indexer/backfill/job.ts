import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ChunkOutcome } from './outcome.ts';

/**
 * A backfill: work that is cut into chunks, each of which is done as a whole or not at all. Every chunk must be
 * idempotent, because a crash between its last row and its record has it done once more.
 */
export interface BackfillJob<Plan> {
  readonly kind: string;
  /** What defines the work. The same kind and definition are the same job, which goes on where it stopped. */
  readonly definition: JobDefinition;
  /** What the counts count, in the plural. */
  readonly unit: string;
  /** Sequences of chunks that run side by side. */
  readonly concurrency: number;
  /** Parses a plan that an earlier process made. */
  readonly plan: z.ZodType<Plan>;
  /** Decides once a run what the job leaves open, such as the last slot; kept, so that a resumed run means the same. */
  prepare(signal: AbortSignal): Promise<Plan>;
  /**
   * The work. Chunks of one sequence run one after another, sequences side by side; both are asked for only when there
   * is room to run them. A sequence is given the record of each chunk it yields, whether it was done now or before.
   */
  sequences(plan: Plan, run: RunView): AsyncIterable<ChunkSequence> | Iterable<ChunkSequence>;
  /**
   * Called once all chunks are done, in a dry run too, which must leave the store alone. What it writes, such as the
   * ranges that are covered now, must bear being written twice. Its answer goes into the report as it is.
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
  /** Does the chunk; resolves once its rows are durable. */
  run(context: ChunkContext): Promise<ChunkOutcome>;
}

export interface ChunkContext {
  readonly signal: AbortSignal;
  readonly dryRun: boolean;
  /** Tells of things read, for the progress that a person sees; the outcome is what counts. */
  advance(count: number): void;
}

/** What a job may know about the run as a whole. */
export interface RunView {
  readonly signal: AbortSignal;
  readonly dryRun: boolean;
  /** Adds to the number of things that the whole run is expected to read. */
  expect(count: number): void;
}

/** Chunks that do not depend on each other, as sequences. */
export async function* eachAlone(
  chunks: AsyncIterable<BackfillChunk> | Iterable<BackfillChunk>,
): AsyncGenerator<ChunkSequence> {
  for await (const chunk of chunks) yield alone(chunk);
}

async function* alone(chunk: BackfillChunk): ChunkSequence {
  yield chunk;
}

/** The identity of a job: 32 hex digits over its kind and what defines it. */
export function jobId(kind: string, definition: JobDefinition): string {
  const parts = Object.entries(definition)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, parts]))
    .digest('hex')
    .slice(0, 32);
}
