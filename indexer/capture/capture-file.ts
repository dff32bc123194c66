import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, zstdCompress } from 'node:zlib';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { jsonInteger } from '../../core/kernel/u64.ts';
import { encodeHead, encodeTrailer, type FrameName, MAGIC } from '../source/capture/frame.ts';
import type { CaptureFooter, CaptureHeader } from '../source/capture/header.ts';

const compress = promisify(zstdCompress);
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

export interface FrameContents {
  readonly firstSlot: bigint;
  readonly lastSlot: bigint;
  readonly records: number;
}

/** The content of the last frame, besides what the file itself knows. */
export type Summary = Omit<CaptureFooter, 'frames' | 'sha256' | 'segments'> & {
  readonly segments: readonly { readonly first: bigint; readonly last: bigint }[];
};

/** A capture being written: frames are appended whole, and the last one confirms all of them. */
export class CaptureFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #frames: { at: number; first_slot: number; last_slot: number; records: number }[] = [];
  #bytes = 0;
  #number = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** Creates the file and writes its header. @throws CAPTURE_EXISTS, CAPTURE_UNWRITABLE */
  static async create(path: string, header: CaptureHeader): Promise<CaptureFile> {
    const file = new CaptureFile(path, await createFile(path));
    await file.#write(MAGIC);
    const payload = Buffer.from(JSON.stringify(header));
    await file.#frame('header', { payload, rawBytes: payload.length }, EMPTY);
    return file;
  }

  /** Bytes written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Compresses and appends records. @throws CAPTURE_UNWRITABLE */
  async append(name: 'snapshot' | 'slots', raw: Buffer, contents: FrameContents): Promise<void> {
    const at = this.#bytes;
    const payload = await compress(raw, ZSTD);
    await this.#frame(name, { payload, rawBytes: raw.length }, contents);
    this.#frames.push({
      at,
      first_slot: jsonInteger('slot', contents.firstSlot),
      last_slot: jsonInteger('slot', contents.lastSlot),
      records: contents.records,
    });
  }

  /** Writes the last frame and waits until everything is on disk. Returns the file's digest. */
  async finish(summary: Summary): Promise<string> {
    const sha256 = this.#hash.copy().digest('hex');
    const segments = summary.segments.map(({ first, last }) => ({
      first_slot: jsonInteger('slot', first),
      last_slot: jsonInteger('slot', last),
    }));
    const payload = Buffer.from(JSON.stringify({ ...summary, segments, frames: this.#frames, sha256 }));
    const at = this.#bytes;
    await this.#frame('footer', { payload, rawBytes: payload.length }, EMPTY);
    await this.#write(encodeTrailer(at));
    await this.#attempt(() => this.#handle.sync());
    await this.#handle.close();
    await this.#attempt(() => syncDirectory(dirname(this.path)));
    return sha256;
  }

  /** Removes a file in which nothing was recorded. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await unlink(this.path);
  }

  async #frame(
    name: FrameName,
    { payload, rawBytes }: { readonly payload: Buffer; readonly rawBytes: number },
    contents: FrameContents,
  ): Promise<void> {
    const { length: storedBytes } = payload;
    const number = this.#number;
    this.#number += 1;
    const head = encodeHead({ name, number, storedBytes, rawBytes, payloadCrc: crc32(payload), ...contents });
    await this.#write(Buffer.concat([head, payload]));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#attempt(() => this.#handle.write(bytes, done));
      done += bytesWritten;
    }
    this.#bytes += bytes.length;
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }
}

const EMPTY: FrameContents = { firstSlot: 0n, lastSlot: 0n, records: 0 };

async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new LaunchlensError('CAPTURE_EXISTS', { file }, error);
    }
    throw unwritable(file, error);
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

function unwritable(file: string, error: unknown): LaunchlensError<'CAPTURE_UNWRITABLE'> {
  const reason = error instanceof Error ? error.message : String(error);
  return new LaunchlensError('CAPTURE_UNWRITABLE', { file, reason }, error);
}
