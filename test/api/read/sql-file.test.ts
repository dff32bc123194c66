import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sqlFile } from '../../../api/read/sql-file.ts';

const queries = resolve(import.meta.dirname, '../../../api/read');

test('a query has the lines of the files that it names, moved in as far as their names are', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-sql-'));
  try {
    await mkdir(join(directory, 'below'));
    await writeFile(join(directory, 'columns.sql'), 'one,\n{{below/rest.sql}}\n');
    await writeFile(join(directory, 'below/rest.sql'), 'f(\n    two\n)\n');
    await writeFile(join(directory, 'query.sql'), 'SELECT\n    {{columns.sql}},\n    {slot:UInt64}\n');

    const text = sqlFile(pathToFileURL(join(directory, 'reader.ts')).href, 'query.sql');

    expect(text).toBe('-- query.sql\nSELECT\n    one,\n    f(\n        two\n    ),\n    {slot:UInt64}');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test.for(globSync('**/*.sql', { cwd: queries }))('%s names no file in vain', (name) => {
  expect(sqlFile(pathToFileURL(join(queries, 'reader.ts')).href, name)).not.toContain('{{');
});
