import type { FileHandle } from 'node:fs/promises';
import { corrupt, type FrameInfo, readFrame } from './frame-scanner.ts';
import type { CaptureFooter } from './header.ts';
import type { SnapshotOpening } from './write-record.ts';

/** A snapshot and the slots that follow it without a gap. */
export interface Segment {
  /** The slot of the snapshot's state. */
  readonly first: bigint;
  /** The last slot that counts. */
  readonly last: bigint;
  /** The snapshot's first record: its block, and what was lost before it. */
  readonly opening: SnapshotOpening;
  readonly frames: readonly FrameInfo[];
}

export interface SegmentsOptions {
  readonly file: string;
  readonly handle: FileHandle;
  readonly frames: readonly FrameInfo[];
  readonly footer: CaptureFooter | undefined;
}

/**
 * Groups the frames into segments. The footer decides where a segment ends: slots above were rolled back, as were
 * those that a later snapshot calls lost. Without a footer, a snapshot that the end of the file truncates is
 * omitted.
 * @throws CAPTURE_CORRUPT
 */
export async function readSegments(options: SegmentsOptions): Promise<readonly Segment[]> {
  const { file, frames, footer } = options;
  const groups: FrameInfo[][] = [];
  for (const frame of frames) {
    const open = groups.at(-1);
    const begins = frame.head.name === 'snapshot' && open?.[0]?.head.firstSlot !== frame.head.firstSlot;
    if (begins || open === undefined) groups.push([frame]);
    else open.push(frame);
  }
  const segments: Segment[] = [];
  for (const [index, group] of groups.entries()) {
    segments.push(await readOpening(options, group, footer?.segments[index]?.last_slot));
  }
  for (const [index, segment] of segments.entries()) {
    const lost = segments[index + 1]?.opening.lost;
    if (lost && lost.from <= segment.last) segments[index] = { ...segment, last: lost.from - 1n };
  }
  if (footer) {
    const listed = footer.segments.map(({ first_slot }) => first_slot).join();
    const [first] = frames;
    if (listed !== segments.map((segment) => segment.first).join() && first) {
      throw corrupt({ file, ...first }, 'the footer lists other segments');
    }
    return segments.filter(({ first, last }) => first <= last);
  }
  const last = segments.at(-1);
  const whole = last && isCut(last) ? segments.slice(0, -1) : segments;
  return whole.filter((segment) => segment.first <= segment.last);
}

async function readOpening(
  { file, handle }: SegmentsOptions,
  frames: readonly FrameInfo[],
  ends: bigint | undefined,
): Promise<Segment> {
  const [first, last] = [frames[0] as FrameInfo, frames.at(-1) as FrameInfo];
  const [item] = await readFrame(file, handle, first);
  if (item?.kind !== 'snapshot') throw corrupt({ file, ...first }, 'no snapshot begins here');
  const whole = last.head.lastSlot;
  return {
    first: first.head.firstSlot,
    last: ends !== undefined && ends < whole ? ends : whole,
    opening: item.opening,
    frames,
  };
}

/** Whether the snapshot has fewer accounts than it announces. */
function isCut({ frames, opening }: Segment): boolean {
  const found = frames
    .filter(({ head }) => head.name === 'snapshot')
    .reduce((sum, { head }) => sum + BigInt(head.records), 0n);
  return found !== opening.accounts + 1n;
}
