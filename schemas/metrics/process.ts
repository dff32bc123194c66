import { gauge } from './metric.ts';

/** The process and its machine. `prom-client` adds its own `process_…` and `nodejs_…`. */
export const PROCESS_METRICS = {
  launchlens_build_info: gauge('Always 1.', 'version', 'node'),
  launchlens_disk_free_bytes: gauge(
    'Free room: data_dir is the disk of DATA_DIR, clickhouse_… are those of a ClickHouse server.',
    'disk',
  ),
  launchlens_disk_size_bytes: gauge('Size of the same disks.', 'disk'),
} as const;
