import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';

/**
 * Flushing is off by default; the file system below can be given one. The operating system caches the files too, so few
 * buffers do: the default of 128 MB costs as much memory, and 100 ms of each start.
 */
export const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=16MB'],
];

interface OpenFile {
  /** The descriptor of the underlying file; directories have none. */
  readonly nfd?: number;
}

const fileSystem = z.object({ NODEFS: z.object({ stream_ops: z.custom<{ fsync?: Flush }>(isObject) }) });
type Flush = (file: OpenFile) => number;

/**
 * The files of the embedded store, with real flushing. The engine's own file system reports a flush without doing
 * it, so a commit would not survive a power cut.
 */
export class DurableFiles extends NodeFS {
  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const before = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...before, teachFlushing] } };
  }
}

function teachFlushing(module: unknown): void {
  fileSystem.parse(module).NODEFS.stream_ops.fsync = ({ nfd }) => {
    if (nfd !== undefined) fdatasyncSync(nfd);
    return 0;
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
