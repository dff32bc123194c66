import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';

/** Flushing is off by default; the method is one that the file system below can be taught. */
export const DURABLE_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

interface OpenFile {
  /** The descriptor of the file outside; directories have none. */
  readonly nfd?: number;
}

const fileSystem = z.object({ NODEFS: z.object({ stream_ops: z.custom<{ fsync?: Flush }>(isObject) }) });
type Flush = (file: OpenFile) => number;

/**
 * The files of the embedded store, where what PostgreSQL flushes reaches the disk: the engine's own file system
 * answers that it has flushed and does nothing, so that a commit would not outlive a loss of power.
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
