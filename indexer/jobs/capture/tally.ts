import type { ChunkOutcome } from '../../backfill/outcome.ts';
import type { DecodedSlot } from './capture-decoding.ts';

/** Counts what a chunk comes to, in account updates and transactions read and in rows written. */
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
