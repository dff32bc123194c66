import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { createOlap } from '../../core/olap/open.ts';

/**
 * Removes the store of an earlier demo. Another demo may be using it, and only the engine's own lock shows that: the
 * store is opened before it is removed.
 * @throws OLAP_DIRECTORY_BUSY
 */
export async function emptyStore(dataDir: string, logger: Logger): Promise<void> {
  if (!existsSync(dataDir)) return;
  try {
    const olap = await createOlap({ dataDir, logger });
    await olap.close();
  } catch (error) {
    // Unreadable leftovers of an earlier demo are removed too; a store in use is not.
    if (!isLaunchlensError(error, 'OLAP_DIRECTORY_UNUSABLE')) throw error;
  }
  await rm(dataDir, { recursive: true, force: true });
}
