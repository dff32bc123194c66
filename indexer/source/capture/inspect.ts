import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { encodeHead, encodeTrailer, FORMAT_VERSION, FRAME_HEAD_BYTES, type FrameHead } from './frame.ts';
import { type FrameInfo, FrameScanner, type ScannedFrame } from './frame-scanner.ts';
import { type CaptureFooter, type CaptureHeader, captureFooter, captureHeader } from './header.ts';
import { readSegments, type Segment } from './segments.ts';

/** A capture whose every frame was checked. */
export interface CaptureContents {
  readonly file: string;
  readonly bytes: number;
  readonly header: CaptureHeader;
  /** Frames of snapshots and slots, in order. */
  readonly frames: readonly FrameInfo[];
  /** The loadable segments, in order. */
  readonly segments: readonly Segment[];
  /** Absent in a truncated file. */
  readonly footer: CaptureFooter | undefined;
  /** SHA-256, in hex, of everything before the footer, or of every complete frame. */
  readonly sha256: string;
}

export interface InspectOptions {
  /** Accepts a truncated file and uses its complete part. */
  readonly allowTruncated?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a capture completely, one frame in memory at a time: checksums, the order of frames, the digest and the
 * index must all be right before anyone uses a byte of it.
 * @throws CAPTURE_UNREADABLE, CAPTURE_NOT_ONE, CAPTURE_VERSION_UNKNOWN, CAPTURE_TRUNCATED, CAPTURE_CORRUPT
 */
export async function inspectCapture(file: string, options: InspectOptions = {}): Promise<CaptureContents> {
  const handle = await openForReading(file);
  try {
    const { size } = await handle.stat();
    return await inspect(new FrameScanner(file, handle, size), handle, options);
  } finally {
    await handle.close();
  }
}

/** @throws CAPTURE_UNREADABLE */
export async function openForReading(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'r');
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchlensError('CAPTURE_UNREADABLE', { file, reason }, error);
  }
  throw new LaunchlensError('CAPTURE_UNREADABLE', { file, reason: 'it is no file' });
}

async function inspect(
  scanner: FrameScanner,
  handle: FileHandle,
  { allowTruncated = false, signal }: InspectOptions,
): Promise<CaptureContents> {
  await scanner.magic();
  const first = await scanner.next();
  const header = parseHeader(first, scanner);
  accept(scanner, first);
  const frames: FrameInfo[] = [];
  let footer: CaptureFooter | undefined;
  try {
    while (footer === undefined) {
      signal?.throwIfAborted();
      const frame = await scanner.next();
      if (frame.head.name === 'footer') footer = await parseFooter(frame, scanner, frames);
      else {
        requireFollows(frames.at(-1)?.head, frame.head, scanner);
        frames.push({ head: frame.head, at: frame.at });
        accept(scanner, frame);
      }
    }
  } catch (error) {
    if (!allowTruncated || !isLaunchlensError(error, 'CAPTURE_TRUNCATED')) throw error;
  }
  const { file, size: bytes } = scanner;
  const segments = await readSegments({ file, handle, frames, footer });
  return { file, bytes, header, frames, segments, footer, sha256: scanner.digest() };
}

function accept(scanner: FrameScanner, frame: ScannedFrame): void {
  scanner.accept(frame, encodeHead(frame.head));
}

function parseHeader({ head, payload }: ScannedFrame, scanner: FrameScanner): CaptureHeader {
  if (head.name !== 'header') throw scanner.corrupt('the first frame is no header');
  const known = z.object({ version: z.int() }).safeParse(parseJson(payload));
  if (known.success && known.data.version !== FORMAT_VERSION) {
    const { file } = scanner;
    throw new LaunchlensError('CAPTURE_VERSION_UNKNOWN', {
      file,
      found: known.data.version,
      known: FORMAT_VERSION,
    });
  }
  const header = captureHeader.safeParse(parseJson(payload));
  if (!header.success) throw scanner.corrupt(`its header is none: ${firstIssue(header.error)}`);
  return header.data;
}

async function parseFooter(
  { head, at, payload }: ScannedFrame,
  scanner: FrameScanner,
  frames: readonly FrameInfo[],
): Promise<CaptureFooter> {
  const footer = captureFooter.safeParse(parseJson(payload));
  if (!footer.success) throw scanner.corrupt(`its footer is none: ${firstIssue(footer.error)}`);
  if (footer.data.sha256 !== scanner.digest()) throw scanner.corrupt('the digest does not hold');
  const listed = footer.data.frames.map((frame) => `${frame.at} ${frame.first_slot} ${frame.last_slot}`);
  const found = frames.map((frame) => `${frame.at} ${frame.head.firstSlot} ${frame.head.lastSlot}`);
  if (listed.join() !== found.join()) throw scanner.corrupt('the footer lists other frames');
  const trailer = encodeTrailer(at);
  const rest = await scanner.rest(at + FRAME_HEAD_BYTES + head.storedBytes);
  if (!rest.subarray(0, trailer.length).equals(trailer.subarray(0, rest.length))) {
    throw scanner.corrupt('what stands behind the footer is not its place');
  }
  if (rest.length < trailer.length) throw scanner.truncated();
  if (rest.length > trailer.length) throw scanner.corrupt('more stands behind the end');
  return footer.data;
}

/** Slots increase from frame to frame; the frames of one snapshot share a slot. */
function requireFollows(before: FrameHead | undefined, head: FrameHead, scanner: FrameScanner): void {
  if (head.name === 'header') throw scanner.corrupt('a second header');
  if (before === undefined && head.name !== 'snapshot') throw scanner.corrupt('no snapshot stands first');
  if (head.firstSlot > head.lastSlot) throw scanner.corrupt('its slots run backwards');
  const goesOn = before?.name === 'snapshot' && head.name === 'snapshot';
  if (before === undefined || head.firstSlot > before.lastSlot) return;
  if (!goesOn || head.firstSlot < before.lastSlot) throw scanner.corrupt('its slots came before');
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue ? `${issue.path.join('.')} ${issue.message}`.trim() : 'it does not parse';
}
