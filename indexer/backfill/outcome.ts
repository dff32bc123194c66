import { z } from 'zod';
import { unsignedText } from './plan-values.ts';

/** What became of the things that a backfill read, in the unit of its job. */
export interface Counts {
  readonly read: number;
  /** Rows that the store did not have, or not like this. */
  readonly written: number;
  /** Rows that the store had already. */
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

/** Something that the backfill was to bring and could not; slots are inclusive and left out where none can be named. */
export const gapSchema = z.object({
  /** Of what: a launch, a file. */
  of: z.string(),
  fromSlot: unsignedText.optional(),
  toSlot: unsignedText.optional(),
  cause: z.string(),
});
export type Gap = z.output<typeof gapSchema>;

/** What a chunk came to. */
export interface ChunkOutcome extends Counts {
  readonly gaps?: readonly Gap[];
  /** Kept with the chunk and handed to the job when it goes on: where the next chunk begins, for instance. */
  readonly detail?: string;
}
