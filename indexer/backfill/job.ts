import { createHash } from 'node:crypto';
import { z } from 'zod';
import { U64_MAX } from '../../schemas/u64.ts';

/** A u64 in a plan or a chunk's detail, which are kept as JSON: decimal text, so that no digit is lost. */
export const unsignedText = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .transform(BigInt)
  .refine((value) => value <= U64_MAX, { error: 'not a u64' });

/** What happened to the things that a backfill read, in the unit of its job. */
export interface Counts {
  readonly read: number;
  /** Rows that were new or different. */
  readonly written: number;
  /** Rows that the store already had. */
  readonly unchanged: number;
  readonly quarantined: number;
}

export const NOTHING: Counts = { read: 0, written: 0, unchanged: 0, quarantined: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    read: a.read + b.read,
    written: a.written + b.written,
    unchanged: a.unchanged + b.unchanged,
    quarantined: a.quarantined + b.quarantined,
  };
}

/** Something that the backfill could not load; slots are inclusive and omitted if unknown. */
export const gapSchema = z.object({
  /** What it is missing from: a launch, a file. */
  of: z.string(),
  fromSlot: unsignedText.optional(),
  toSlot: unsignedText.optional(),
  cause: z.string(),
});
export type Gap = z.output<typeof gapSchema>;

/** The result of a chunk. */
export interface ChunkOutcome extends Counts {
  readonly gaps?: readonly Gap[];
  /** Stored with the chunk and passed to the job when it resumes, for example where the next chunk begins. */
  readonly detail?: string;
}

/** JSON in which every bigint is decimal text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

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
