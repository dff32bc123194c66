import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOltp } from '../../../core/oltp/open.ts';
import { integerColumn } from '../../../core/oltp/statements.ts';
import { StoreHolders } from '../../support/store-holders.ts';

const logger = pino({ level: 'silent' });
const holders = new StoreHolders(join(import.meta.dirname, 'holder.ts'));
const row = z.object({ n: integerColumn });

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-oltp-'));
});
afterEach(async () => {
  await holders.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the directory of the embedded PostgreSQL', () => {
  test('is refused to a second process with the holder named, and free once the holder was killed', async () => {
    // Given another process that holds the directory
    const holder = await holders.hold(dataDir);

    // Then it is refused, saying who holds what
    await expect(createOltp({ dataDir, logger })).rejects.toMatchObject({
      code: 'OLTP_DIRECTORY_BUSY',
      exit: 2,
      context: { directory: join(dataDir, 'postgres'), pid: String(holder.pid), command: 'holder.ts' },
      message: expect.stringMatching(/in use by `holder\.ts` \(process \d+, since \d{4}-/),
    });

    // When that process dies without a word, the next one opens and finds what was acknowledged
    await holders.kill(holder);
    const oltp = await createOltp({ dataDir, logger });
    expect(await oltp.query('SELECT n FROM kept', [], row)).toEqual([{ n: 7n }]);
    await oltp.close();
  });

  test('is refused to a second opening in the same process', async () => {
    const first = await createOltp({ dataDir, logger });
    await expect(createOltp({ dataDir, logger })).rejects.toMatchObject({ code: 'OLTP_DIRECTORY_BUSY' });
    expect(await first.query('SELECT 1 AS n', [], row)).toEqual([{ n: 1n }]);
    await first.close();
  });

  test('waits at its closing for what was begun, leaves no holder behind, and keeps its rows', async () => {
    const first = await createOltp({ dataDir, logger });
    await first.script('CREATE TABLE kept (n bigint)');
    const begun = first.transaction(async (queries) => {
      await queries.run('INSERT INTO kept VALUES (1)');
      await queries.run('SELECT pg_sleep(0.05)');
    });
    await Promise.all([begun, first.close()]);
    await expect(first.run('SELECT 1')).rejects.toMatchObject({ code: 'OLTP_CLOSED' });
    expect(await readdir(dataDir)).not.toContain('postgres-holder.json');

    const second = await createOltp({ dataDir, logger });
    expect(await second.query('SELECT n FROM kept', [], row)).toEqual([{ n: 1n }]);
    await second.close();
  });

  test('that cannot be made is refused with the reason', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(createOltp({ dataDir: file, logger })).rejects.toMatchObject({
      code: 'OLTP_DIRECTORY_UNUSABLE',
      exit: 2,
    });
  });

  test('with files of another version is left alone', async () => {
    await (await createOltp({ dataDir, logger })).close();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(createOltp({ dataDir, logger })).rejects.toMatchObject({
      code: 'OLTP_DIRECTORY_UNUSABLE',
      context: { reason: 'its files are of PostgreSQL 15, not 18' },
    });
  });
});
