import type { ChunkOutcome } from '../../backfill/job.ts';
import type { DecodedSlot } from './capture-decoding.ts';

/** Counts the results of a chunk: account updates and transactions read, and rows written. */
export class Tally {
  read = 0;
  written = 0;
  unchanged = 0;
  quarantined = 0;

  /** A slot whose rows were written. */
  wrote({ buffer }: Pick<DecodedSlot, 'buffer'>): void {
    this.quarantined += buffer.quarantine.rows;
    this.written += buffer.rows - buffer.quarantine.rows;
  }

  outcome(): ChunkOutcome {
    const { read, written, unchanged, quarantined } = this;
    return { read, written, unchanged, quarantined };
  }
}
