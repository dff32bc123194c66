import { statfs } from 'node:fs/promises';
import { LaunchlensError } from '../../kernel/errors/error.ts';

const MEBIBYTE = 1024 * 1024;
/** More than is written while one insert or a usual merge runs. */
const MOST_KEPT = 128 * MEBIBYTE;

/** Space that writes to the embedded store leave free. */
export interface FreeSpace {
  readonly keptBytes: number;
  /** @throws OLAP_DISK_FULL */
  require(): Promise<void>;
}

/**
 * The engine ignores a write that fails for lack of space, and acknowledges an insert or a merge whose files are
 * empty. So nothing may begin that could meet the end of the disk. `target` is the store's display name.
 */
export async function keepFreeSpace(directory: string, target: string): Promise<FreeSpace> {
  const { blocks, bsize } = await statfs(directory);
  const keptBytes = Math.min(MOST_KEPT, Math.floor((blocks * bsize) / 4));
  return {
    keptBytes,
    require: async () => {
      const now = await statfs(directory);
      if (now.bavail * now.bsize >= keptBytes) return;
      const keptMebibytes = Math.ceil(keptBytes / MEBIBYTE);
      throw new LaunchlensError('OLAP_DISK_FULL', { target, keptMebibytes });
    },
  };
}
