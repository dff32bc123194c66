import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emptyStore } from '../../../core/oltp/embedded/empty-store.ts';
import { createOltp } from '../../../core/oltp/open.ts';
import { integerColumn } from '../../../core/oltp/statements.ts';
import { makeEmptyStore } from '../../../scripts/make-empty-postgres.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** They hold the time at which they were made, and numbers drawn by chance. */
const CONTROL = '/global/pg_control';
const VOLATILE = [CONTROL, '/postmaster.pid', '/pg_wal/000000010000000000000001'];
const BLOCK = 512;
const identifier = z.object({ id: integerColumn });

/** The files of a tar archive by their names. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const field = (at: number, bytes: number): string =>
    archive.toString('latin1', at, at + bytes).replace(/\0.*$/s, '');
  let at = 0;
  while (field(at, 100) !== '') {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const begin = at + BLOCK;
    files.set(field(at, 100), archive.subarray(begin, begin + size));
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

const bytesOf = async (archive: Blob): Promise<Buffer> => Buffer.from(await archive.arrayBuffer());

describe('the files of an empty store that are shipped', () => {
  test('are those that the installed PGlite makes', async () => {
    const archives = await Promise.all([emptyStore(), makeEmptyStore()]);
    const [shipped = new Map(), made = new Map()] = (await Promise.all(archives.map(bytesOf))).map(filesOf);
    expect([...shipped.keys()].sort()).toEqual([...made.keys()].sort());
    expect(shipped.size).toBeGreaterThan(900);
    for (const name of VOLATILE) expect(shipped.get(name)?.length, name).toBe(made.get(name)?.length);
    const same = ([name, bytes]: [string, Buffer]): boolean => bytes.equals(made.get(name) ?? Buffer.of());
    const other = [...shipped].filter((file) => !VOLATILE.includes(file[0]) && !same(file));
    expect(other.map(([name]) => name)).toEqual([]);
  });

  test('are those that a new store begins with', async () => {
    await using directory = await temporaryDirectory();
    const oltp = await createOltp({ dataDir: directory.path, logger: pino({ level: 'silent' }) });
    const held = await oltp.query('SELECT system_identifier AS id FROM pg_control_system()', [], identifier);
    await oltp.close();
    const control = filesOf(await bytesOf(await emptyStore())).get(CONTROL);
    expect(held).toEqual([{ id: control?.readBigUInt64LE(0) }]);
  });
});
