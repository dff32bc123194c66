import { z } from 'zod';
import { polled } from '../kernel/metrics/polled.ts';
import type { DiskRoom } from '../kernel/metrics/process.ts';
import { type Olap, unsignedColumn } from './port.ts';

const DISKS = 'SELECT name, free_space, total_space FROM system.disks WHERE total_space > 0';
const diskRow = z.object({ name: z.string(), free_space: unsignedColumn, total_space: unsignedColumn });

/** The disks of a ClickHouse server, as they were last seen; those of an embedded store are the process's own. */
export function serverDisks({ kind, control }: Pick<Olap, 'kind' | 'control'>): () => readonly DiskRoom[] {
  if (kind === 'embedded') return () => [];
  const read = polled(async () => {
    const rows = await control.query({ sql: DISKS }, diskRow);
    return rows.map(({ name, free_space, total_space }) => {
      return { disk: `clickhouse_${name}`, free: Number(free_space), size: Number(total_space) };
    });
  });
  return () => read() ?? [];
}
