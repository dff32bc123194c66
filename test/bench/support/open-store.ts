import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openEmbedded } from '../../../core/olap/embedded/open.ts';
import type { Olap } from '../../../core/olap/port.ts';

/** Runs `work` on an empty embedded store that is removed afterwards. */
export async function withStore<Value>(
  work: (olap: Olap, directory: string) => Promise<Value>,
): Promise<Value> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
  const olap = await openEmbedded({ dataDir, logger: pino({ level: 'silent' }) });
  try {
    return await work(olap, join(dataDir, 'clickhouse'));
  } finally {
    await olap.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
