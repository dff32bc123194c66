import { type Migration, readMigrationFiles } from '../../kernel/migration-files.ts';

const DIRECTORY = new URL('../../../schemas/clickhouse/', import.meta.url);

/** Every migration in `schemas/clickhouse/`, in order. */
export function readMigrations(): Promise<Migration[]> {
  return readMigrationFiles(DIRECTORY);
}
