import { LRUCache } from 'lru-cache';
import type { Stamp } from '../model.ts';
import type { ExportRows, RowsDigest } from './rows.ts';

const MOST_DIGESTS = 256;

/** Remembers digests, so that a question whether a file has changed, asked again, reads no rows. */
export class DigestMemory {
  readonly #digests = new LRUCache<string, RowsDigest>({ max: MOST_DIGESTS });

  remembering(listing: string, { slot, checkpoint }: Stamp, rows: ExportRows): ExportRows {
    // Rows of an earlier slot may be rewritten by a later revision, when a lost range is repaired.
    const name = `${listing} ${slot} ${checkpoint.revision}`;
    return {
      ...rows,
      digest: async (signal) => {
        const digest = this.#digests.get(name) ?? (await rows.digest(signal));
        this.#digests.set(name, digest);
        return digest;
      },
    };
  }
}
