import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { productVersion } from '../product-version.ts';
import { exposeAll, type Sample } from './expose.ts';

/** Room of one disk, in bytes. */
export interface DiskRoom {
  readonly disk: string;
  readonly free: number;
  readonly size: number;
}

export interface ProcessMetricsOptions {
  readonly dataDir: string;
  /** Disks elsewhere, as they were last seen. */
  readonly otherDisks?: () => readonly DiskRoom[];
}

/** Registers what every service measures of itself and its machine. */
export function registerProcessMetrics(
  registry: Registry,
  { dataDir, otherDisks = () => [] }: ProcessMetricsOptions,
): void {
  collectDefaultMetrics({ register: registry });
  const byDisk = (of: 'free' | 'size') => async (): Promise<Sample[]> => {
    const disks = [...(await roomIn(dataDir)), ...otherDisks()];
    return disks.map((room) => [{ disk: room.disk }, room[of]]);
  };
  exposeAll(registry, {
    launchlens_build_info: () => [[{ version: productVersion(), node: process.version }, 1]],
    launchlens_disk_free_bytes: byDisk('free'),
    launchlens_disk_size_bytes: byDisk('size'),
  });
}

/** Nothing while the directory does not exist: an index over a server makes none. */
async function roomIn(directory: string): Promise<DiskRoom[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return [{ disk: 'data_dir', free: bavail * bsize, size: blocks * bsize }];
  } catch {
    return [];
  }
}
