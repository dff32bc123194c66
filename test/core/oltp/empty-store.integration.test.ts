import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emptyStore } from '../../../core/oltp/embedded/empty-store.ts';
import { migrateDecisions, readDecisionMigrations } from '../../../core/oltp/migrate.ts';
import { createOltp } from '../../../core/oltp/open.ts';
import { integerColumn } from '../../../core/oltp/statements.ts';
import { makeEmptyStore } from '../../../scripts/make-empty-postgres.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const logger = pino({ level: 'silent' });
const CONTROL = 'global/pg_control';
/** They hold the time at which they were made, and numbers drawn by chance. */
const VOLATILE = [CONTROL, 'pg_wal/000000010000000000000001'];
/** One page, for each migration a row with the time. */
const STEPS = z.object({ file: z.string() });

describe('the empty store that is shipped', () => {
  test('is what the installed PGlite makes and the migrations of today leave', async () => {
    const [shipped, made] = await Promise.all([emptyStore(), makeEmptyStore()]);
    expect(shipped.directories).toEqual(made.directories);
    expect([...shipped.files.keys()]).toEqual([...made.files.keys()]);
    expect(shipped.files.size).toBeGreaterThan(500);
    const timed = [...VOLATILE, await stepsFile()];
    for (const name of timed)
      expect(shipped.files.get(name)?.length, name).toBe(made.files.get(name)?.length);
    const other = [...shipped.files].filter(
      ([name, bytes]) => !timed.includes(name) && !made.files.get(name)?.equals(bytes),
    );
    expect(other.map(([name]) => name)).toEqual([]);
  });

  test('is what a new store begins with, so no migration is left to apply', async () => {
    await using directory = await temporaryDirectory();
    const oltp = await createOltp({ dataDir: directory.path, logger });
    const identifier = z.object({ id: integerColumn });
    const held = await oltp.query('SELECT system_identifier AS id FROM pg_control_system()', [], identifier);
    const migrated = await migrateDecisions(oltp, { logger });
    await oltp.close();
    const control = (await emptyStore()).files.get(CONTROL);
    expect(held).toEqual([{ id: control?.readBigUInt64LE(0) }]);
    expect(migrated).toEqual({ applied: [], current: (await readDecisionMigrations()).at(-1)?.number });
  });

  test('is written again where writing it failed half-way', async () => {
    await using directory = await temporaryDirectory();
    const inTheWay = join(directory.path, 'postgres', 'postgresql.conf');
    await mkdir(inTheWay, { recursive: true });
    const refused = createOltp({ dataDir: directory.path, logger });
    await expect(refused).rejects.toMatchObject({ code: 'OLTP_DIRECTORY_UNUSABLE' });
    await rmdir(inTheWay);
    const oltp = await createOltp({ dataDir: directory.path, logger });
    expect((await migrateDecisions(oltp, { logger })).applied).toEqual([]);
    await oltp.close();
  });
});

async function stepsFile(): Promise<string> {
  await using directory = await temporaryDirectory();
  const oltp = await createOltp({ dataDir: directory.path, logger });
  const [row] = await oltp.query(`SELECT pg_relation_filepath('schema_migrations') AS file`, [], STEPS);
  await oltp.close();
  return row?.file ?? '';
}
