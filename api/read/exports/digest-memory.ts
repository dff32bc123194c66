import { LRUCache } from 'lru-cache';
import type { Stamp } from '../model.ts';
import type { ExportRows, RowsDigest } from './rows.ts';

const MOST_DIGESTS = 256;

/** Caches digests, so that a repeated conditional request reads no rows. */
export class DigestMemory {
  readonly #digests = new LRUCache<string, RowsDigest>({ max: MOST_DIGESTS });

  remembering(listing: string, { slot, checkpoint }: Stamp, rows: ExportRows): ExportRows {
    // A later revision may rewrite rows of an earlier slot, when a lost range is repaired.
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
