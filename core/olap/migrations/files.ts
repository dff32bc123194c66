import { type Migration, readMigrationFiles } from '../../kernel/migration-files.ts';

const DIRECTORY = new URL('../../../schemas/clickhouse/', import.meta.url);

/** Every migration in `schemas/clickhouse/`, in order. */
export function readMigrations(): Promise<Migration[]> {
  return readMigrationFiles(DIRECTORY);
}

/** Those of the database of one followed program. */
export function readProgramMigrations(): Promise<Migration[]> {
  return readMigrationFiles(new URL('program/', DIRECTORY));
}

/**
 * The statements of a migration file. A statement ends with a `;` at the end of a line, and `--` comments have
 * their own lines, so no SQL parser is needed.
 */
export function splitStatements(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
