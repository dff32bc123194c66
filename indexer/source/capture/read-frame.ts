import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, zstdDecompress } from 'node:zlib';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { MalformedRecord } from './byte-cursor.ts';
import { FRAME_HEAD_BYTES } from './frame.ts';
import { type FrameInfo, readAt } from './frame-scanner.ts';
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
