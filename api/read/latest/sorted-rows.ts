const CHUNK_ROWS = 512;
/** A chunk with its row numbers, and what the engine adds to each. */
const CHUNK_BYTES = CHUNK_ROWS * Uint32Array.BYTES_PER_ELEMENT + 256;

interface Chunk {
  readonly rows: Uint32Array;
  length: number;
}

/** Compares a key with a stored row: negative if the key comes first, 0 if the row has it. */
export type CompareToRow = (row: number) => number;

/**
 * Row numbers in key order, in chunks: lookup is logarithmic, inserting moves at most one chunk, and ordered insertion
 * fills every chunk.
 */
export class SortedRows {
  #chunks: Chunk[] = [newChunk()];

  /** Bytes of so many rows that arrive in order, which fill every chunk. */
  static bytesOf(rows: number): number {
    return Math.max(1, Math.ceil(rows / CHUNK_ROWS)) * CHUNK_BYTES;
  }

  get bytes(): number {
    return this.#chunks.length * CHUNK_BYTES;
  }

  /** The row with the key, if any. */
  find(compare: CompareToRow): number | undefined {
    const chunk = this.#chunkFor(compare);
    const at = firstNotBefore(chunk, compare);
    const row = at < chunk.length ? chunk.rows[at] : undefined;
    return row !== undefined && compare(row) === 0 ? row : undefined;
  }

  /** Adds a row whose key is new. */
  insert(row: number, compare: CompareToRow): void {
    const index = this.#chunkIndexFor(compare);
    const chunk = this.#chunkAt(index);
    const at = firstNotBefore(chunk, compare);
    if (chunk.length < CHUNK_ROWS) {
      place(chunk, at, row);
      return;
    }
    const appends = index === this.#chunks.length - 1 && at === chunk.length;
    const right = appends ? newChunk() : splitHalf(chunk);
    this.#chunks.splice(index + 1, 0, right);
    if (at > chunk.length || appends) place(right, at - chunk.length, row);
    else place(chunk, at, row);
  }

  /** Rows with a greater key, in order; all rows without a key. */
  *after(compare?: CompareToRow): Generator<number> {
    let index = compare === undefined ? 0 : this.#chunkIndexFor(compare);
    let at = compare === undefined ? 0 : firstAfter(this.#chunkAt(index), compare);
    for (; index < this.#chunks.length; index++, at = 0) {
      const chunk = this.#chunkAt(index);
      for (; at < chunk.length; at++) yield chunk.rows[at] as number;
    }
  }

  #chunkFor(compare: CompareToRow): Chunk {
    return this.#chunkAt(this.#chunkIndexFor(compare));
  }

  /** The last chunk whose first row is not after the key. */
  #chunkIndexFor(compare: CompareToRow): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (compare(this.#chunkAt(middle).rows[0] as number) < 0) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  #chunkAt(index: number): Chunk {
    return this.#chunks[index] as Chunk;
  }
}

function newChunk(): Chunk {
  return { rows: new Uint32Array(CHUNK_ROWS), length: 0 };
}

function splitHalf(chunk: Chunk): Chunk {
  const right = newChunk();
  const half = chunk.length >>> 1;
  right.rows.set(chunk.rows.subarray(half, chunk.length));
  right.length = chunk.length - half;
  chunk.length = half;
  return right;
}

function place(chunk: Chunk, at: number, row: number): void {
  chunk.rows.copyWithin(at + 1, at, chunk.length);
  chunk.rows[at] = row;
  chunk.length += 1;
}

function firstNotBefore(chunk: Chunk, compare: CompareToRow): number {
  return firstWhere(chunk, (row) => compare(row) <= 0);
}

function firstAfter(chunk: Chunk, compare: CompareToRow): number {
  return firstWhere(chunk, (row) => compare(row) < 0);
}

/** Index of the first row for which `holds`, given that it is true for every later row. */
function firstWhere(chunk: Chunk, holds: (row: number) => boolean): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(chunk.rows[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
