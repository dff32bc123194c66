import type { FileHandle } from 'node:fs/promises';
import { corrupt, type FrameInfo, readFrame } from './frame-scanner.ts';
import { type CaptureContents, openForReading } from './inspect.ts';
import type { CaptureItem } from './parse-payload.ts';
import type { Segment } from './segments.ts';

/** Everything in one frame, in the order of the file. */
export interface FrameItems {
  readonly frame: FrameInfo;
  readonly items: readonly CaptureItem[];
}

/**
 * Reads a segment frame by frame: its snapshot first, then its slots in chain order. Keeps one frame, and
 * decompresses the next while that one is used. Slots above the segment's end are omitted.
 * @throws CAPTURE_UNREADABLE, CAPTURE_CORRUPT
 */
export async function* readSegment(
  { file }: Pick<CaptureContents, 'file'>,
  segment: Segment,
  signal?: AbortSignal,
): AsyncGenerator<FrameItems> {
  const handle = await openForReading(file);
  try {
    const order = new SegmentOrder(file, segment);
    let ahead = readAhead(file, handle, segment.frames[0]);
    for (const [index, frame] of segment.frames.entries()) {
      signal?.throwIfAborted();
      const items = await ahead;
      ahead = readAhead(file, handle, segment.frames[index + 1]);
      yield { frame, items: items.filter((item) => order.takes(item, frame)) };
    }
    await ahead;
    order.end();
  } finally {
    await handle.close();
  }
}

function readAhead(file: string, handle: FileHandle, frame: FrameInfo | undefined): Promise<CaptureItem[]> {
  const reading = frame ? readFrame(file, handle, frame) : Promise.resolve([]);
  // A consumer that stops early never awaits it.
  reading.catch(() => undefined);
  return reading;
}

/** Checks that the items of a segment are a whole snapshot, then each slot on top of the one before. */
class SegmentOrder {
  readonly #file: string;
  readonly #segment: Segment;
  #due: bigint | undefined;
  #head: bigint;
  #frame: FrameInfo | undefined;

  constructor(file: string, segment: Segment) {
    this.#file = file;
    this.#segment = segment;
    this.#head = segment.first;
  }

  takes(item: CaptureItem, frame: FrameInfo): boolean {
    this.#frame = frame;
    switch (item.kind) {
      case 'snapshot':
        if (this.#due !== undefined) throw this.#corrupt('a second snapshot begins');
        this.#due = item.opening.accounts;
        return true;
      case 'snapshot_accounts':
        if (this.#due === undefined) throw this.#corrupt('no snapshot begins here');
        this.#due -= BigInt(item.records.count);
        return true;
      default:
        return this.#takesSlot(item);
    }
  }

  end(): void {
    if (this.#due !== 0n) throw this.#corrupt('the snapshot has not as many accounts as it announces');
  }

  #takesSlot({ meta: { slot, parentSlot } }: Extract<CaptureItem, { kind: 'slot' }>): boolean {
    this.end();
    if (parentSlot !== this.#head) {
      throw this.#corrupt(`slot ${slot} builds on ${parentSlot} and comes after ${this.#head}`);
    }
    this.#head = slot;
    return slot <= this.#segment.last;
  }

  #corrupt(reason: string): Error {
    const frame = this.#frame ?? this.#segment.frames[0];
    if (!frame) return new RangeError(reason);
    return corrupt({ file: this.#file, ...frame }, reason);
  }
}
