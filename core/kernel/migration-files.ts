import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const FILE = /^(\d{3})_(\w+)\.sql$/;

/** One numbered migration of a schema. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of `sql`, in hex. */
  readonly checksum: string;
}

/** Every migration in a directory, in order. */
export async function readMigrationFiles(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => FILE.test(name)).sort();
  return Promise.all(
    names.map(async (file) => {
      const [, number = '', name = ''] = FILE.exec(file) ?? [];
      return migration(Number(number), name, await readFile(new URL(file, directory), 'utf8'));
    }),
  );
}

export function migration(number: number, name: string, sql: string): Migration {
  return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
