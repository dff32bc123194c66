import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, zstdDecompress } from 'node:zlib';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { MalformedRecord } from './byte-cursor.ts';
import { decodeHead, FRAME_HEAD_BYTES, type FrameHead, MAGIC } from './frame.ts';
import { type CaptureItem, parsePayload } from './parse-payload.ts';

const decompress = promisify(zstdDecompress);

/** The content of a frame, uncompressed and checked. @throws CAPTURE_CORRUPT */
export async function readFrame(
  file: string,
  handle: FileHandle,
  { head, at }: FrameInfo,
): Promise<CaptureItem[]> {
  const stored = await readAt(handle, at + FRAME_HEAD_BYTES, head.storedBytes);
  // The file was checked before, but may have changed since.
  if (stored.length !== head.storedBytes || crc32(stored) !== head.payloadCrc) {
    throw corrupt({ file, head, at }, 'the checksum of its payload does not hold');
  }
  try {
    const payload = await decompress(stored, { maxOutputLength: Math.max(head.rawBytes, 1) });
    if (payload.length !== head.rawBytes) throw new MalformedRecord('it unpacks to another length');
    return parsePayload(head, payload);
  } catch (error) {
    throw corrupt({ file, head, at }, error instanceof Error ? error.message : String(error), error);
  }
}

export function corrupt(
  { file, head, at }: FrameInfo & { readonly file: string },
  reason: string,
  cause?: unknown,
): LaunchlensError<'CAPTURE_CORRUPT'> {
  return new LaunchlensError('CAPTURE_CORRUPT', { file, at, frame: head.number, reason }, cause);
}

/** A frame with its position in the file. */
export interface FrameInfo {
  readonly head: FrameHead;
  /** Offset of its header. */
  readonly at: number;
}

export interface ScannedFrame extends FrameInfo {
  /** As it is stored. */
  readonly payload: Buffer;
}

/** Reads a capture's frames one after another, checks and digests each; keeps one in memory. */
export class FrameScanner {
  readonly file: string;
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #at = 0;
  #number = 0;
  #lastSlot: bigint | undefined;

  constructor(file: string, handle: FileHandle, size: number) {
    this.file = file;
    this.#handle = handle;
    this.size = size;
  }

  /** Offset of the next frame. */
  get at(): number {
    return this.#at;
  }

  get number(): number {
    return this.#number;
  }

  /** SHA-256, in hex, of everything digested so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** @throws CAPTURE_NOT_ONE, CAPTURE_TRUNCATED */
  async magic(): Promise<void> {
    const bytes = await readAt(this.#handle, 0, Math.min(MAGIC.length, this.size));
    if (!bytes.equals(MAGIC.subarray(0, bytes.length))) {
      throw new LaunchlensError('CAPTURE_NOT_ONE', { file: this.file });
    }
    if (bytes.length < MAGIC.length) throw this.truncated();
    this.#step(bytes);
  }

  /** The next frame, not yet digested. @throws CAPTURE_TRUNCATED, CAPTURE_CORRUPT */
  async next(): Promise<ScannedFrame> {
    const at = this.#at;
    if (this.size - at < FRAME_HEAD_BYTES) throw this.truncated();
    const head = decodeHead(await readAt(this.#handle, at, FRAME_HEAD_BYTES));
    if (typeof head === 'string') throw this.corrupt(head);
    if (head.number !== this.#number) throw this.corrupt(`it is numbered ${head.number}`);
    if (this.size - at - FRAME_HEAD_BYTES < head.storedBytes) throw this.truncated();
    const payload = await readAt(this.#handle, at + FRAME_HEAD_BYTES, head.storedBytes);
    if (crc32(payload) !== head.payloadCrc) throw this.corrupt('the checksum of its payload does not hold');
    return { head, at, payload };
  }

  /** Continues after a frame, adding it to the digest. */
  accept({ head, payload }: ScannedFrame, headBytes: Buffer): void {
    this.#step(headBytes);
    this.#step(payload);
    this.#number += 1;
    if (head.lastSlot > 0n) this.#lastSlot = head.lastSlot;
  }

  /** The bytes after the footer, or fewer if the file ends. */
  rest(from: number): Promise<Buffer> {
    return readAt(this.#handle, from, Math.min(this.size - from, 1024));
  }

  truncated(): LaunchlensError<'CAPTURE_TRUNCATED'> {
    const { file, size: at } = this;
    return new LaunchlensError('CAPTURE_TRUNCATED', {
      file,
      at,
      frames: this.#number,
      lastSlot: this.#lastSlot,
    });
  }

  corrupt(reason: string): LaunchlensError<'CAPTURE_CORRUPT'> {
    return new LaunchlensError('CAPTURE_CORRUPT', {
      file: this.file,
      at: this.#at,
      frame: this.#number,
      reason,
    });
  }

  #step(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#at += bytes.length;
  }
}

/** Exactly these bytes, or fewer if the file ends. */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
