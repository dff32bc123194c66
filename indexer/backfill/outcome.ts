import { z } from 'zod';
import { unsignedText } from './plan-values.ts';

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
