import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openEngine } from '../../../../core/olap/embedded/engine.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** Stands for chDB, which cannot be made to fail at will. */
const engine = {
  opened: 0,
  closed: 0,
  /** What opening the directory, or the first statement, fails with. */
  failOpening: undefined as Error | undefined,
  failStatement: undefined as Error | undefined,
};

class ScriptedSession {
  constructor() {
    if (engine.failOpening) throw engine.failOpening;
    engine.opened += 1;
  }
  query(): string {
    return '';
  }
  async queryAsync(): Promise<string> {
    if (engine.failStatement) throw engine.failStatement;
    return '';
  }
  close(): void {
    engine.closed += 1;
  }
}

type Chdb = Awaited<ReturnType<NonNullable<Parameters<typeof openEngine>[1]>>>;

const scripted = async () =>
  ({ Session: ScriptedSession, drainPending: async () => undefined }) as unknown as Chdb;

const noSpaceOfEngine = (): Error =>
  new Error('filesystem error: in create_directory: No space left on device');

beforeEach(() => {
  Object.assign(engine, { opened: 0, closed: 0, failOpening: undefined, failStatement: undefined });
});

describe('a start of the embedded ClickHouse on a full disk', () => {
  test.each([
    ['its first statement finds no room', { failStatement: noSpaceOfEngine() }, 1],
    ['the engine cannot open its directory', { failOpening: noSpaceOfEngine() }, 0],
  ])('says that the disk is full when %s, and leaves nothing open', async (_case, failure, opened) => {
    await using directory = await temporaryDirectory();
    Object.assign(engine, failure);
    const target = join(directory.path, 'clickhouse');
    await expect(openEngine(target, scripted)).rejects.toMatchObject(fullDiskOf(target));
    expect(engine).toMatchObject({ opened, closed: opened });
  });

  // A device on which every write finds no space.
  test.runIf(process.platform === 'linux')(
    'says that the disk is full when its holder cannot be written down, and leaves nothing open',
    async () => {
      await using directory = await temporaryDirectory();
      const holder = join(directory.path, 'holder.json.new');
      await symlink('/dev/full', holder);
      const target = join(directory.path, 'clickhouse');
      await expect(openEngine(target, scripted)).rejects.toMatchObject(fullDiskOf(target));
      await rm(holder);
      expect(engine).toMatchObject({ opened: 1, closed: 1 });
    },
  );

  test('says what else keeps it from opening the directory', async () => {
    await using directory = await temporaryDirectory();
    engine.failStatement = new Error('a disk that is broken');
    await expect(openEngine(join(directory.path, 'clickhouse'), scripted)).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_UNUSABLE',
      context: { reason: 'a disk that is broken' },
    });
    await writeFile(join(directory.path, 'file'), '');
    await expect(openEngine(join(directory.path, 'file', 'clickhouse'), scripted)).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_UNUSABLE',
    });
  });
});

function fullDiskOf(target: string): object {
  return { code: 'OLAP_DISK_FULL', retryable: true, context: { target } };
}
