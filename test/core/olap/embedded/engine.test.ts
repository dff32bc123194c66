import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeHolder } from '../../../../core/kernel/holder-file.ts';
import { openEngine } from '../../../../core/olap/embedded/engine.ts';
import { openSpool } from '../../../../core/olap/embedded/spool.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const engine = vi.hoisted(() => ({
  opened: 0,
  closed: 0,
  /** What opening the directory, or the first statement, fails with. */
  failOpening: undefined as Error | undefined,
  failStatement: undefined as Error | undefined,
}));

vi.mock('chdb', () => ({
  Session: class {
    constructor() {
      if (engine.failOpening) throw engine.failOpening;
      engine.opened += 1;
    }
    async queryAsync(): Promise<void> {
      if (engine.failStatement) throw engine.failStatement;
    }
    close(): void {
      engine.closed += 1;
    }
  },
  drainPending: async () => undefined,
}));
vi.mock(import('../../../../core/kernel/holder-file.ts'), async (load) => {
  const actual = await load();
  return { ...actual, writeHolder: vi.fn(actual.writeHolder) };
});

const noSpace = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const noSpaceOfEngine = (): Error =>
  new Error('filesystem error: in create_directory: No space left on device');

beforeEach(() => {
  Object.assign(engine, { opened: 0, closed: 0, failOpening: undefined, failStatement: undefined });
});

describe('a start of the embedded ClickHouse on a full disk', () => {
  test.each([
    [
      'its holder cannot be written down',
      () => void vi.mocked(writeHolder).mockRejectedValueOnce(noSpace()),
      1,
    ],
    [
      'its first statement finds no room',
      () => void Object.assign(engine, { failStatement: noSpaceOfEngine() }),
      1,
    ],
    [
      'the engine cannot open its directory',
      () => void Object.assign(engine, { failOpening: noSpaceOfEngine() }),
      0,
    ],
  ])('says that the disk is full when %s, and leaves nothing open', async (_case, fill, opened) => {
    await using directory = await temporaryDirectory();
    fill();
    const target = join(directory.path, 'clickhouse');
    await expect(openEngine(target)).rejects.toMatchObject({
      code: 'OLAP_DISK_FULL',
      retryable: true,
      context: { target },
    });
    expect(engine).toMatchObject({ opened, closed: opened });
  });

  test('says what else keeps it from opening the directory', async () => {
    await using directory = await temporaryDirectory();
    engine.failStatement = new Error('a disk that is broken');
    await expect(openEngine(join(directory.path, 'clickhouse'))).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_UNUSABLE',
      context: { reason: 'a disk that is broken' },
    });
    await writeFile(join(directory.path, 'file'), '');
    await expect(openEngine(join(directory.path, 'file', 'clickhouse'))).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_UNUSABLE',
    });
  });
});

vi.mock(import('node:fs/promises'), async (load) => {
  const actual = await load();
  return { ...actual, mkdir: vi.fn(actual.mkdir) as typeof actual.mkdir };
});

test('the place where blocks wait for the engine cannot be made on a full disk, and says so', async () => {
  await using directory = await temporaryDirectory();
  vi.mocked(mkdir).mockRejectedValueOnce(noSpace());
  await expect(openSpool(join(directory.path, 'spool'), 'the store')).rejects.toMatchObject({
    code: 'OLAP_DISK_FULL',
    context: { target: 'the store' },
  });
});
