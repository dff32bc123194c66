import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpool } from '../../../core/olap/embedded/spool.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('a block that does not fit on the disk is not shown to the engine, and fits once there is room', async ({
  skip,
}) => {
  await using directory = await temporaryDirectory();
  const disk = await mountSmallDisk(directory.path);
  if (!disk) return skip('this user may not mount a small file system');
  try {
    const spooled = join(directory.path, 'spool');
    const spool = await openSpool(spooled, 'the store');
    // Room for the beginning of the block: the first write is short and no error.
    await disk.fill(64 * 1024);
    const chunks = [Buffer.alloc(16 * 1024, 1), Buffer.alloc(1024 * 1024, 2)];
    const shown: string[] = [];
    const use = async (path: string): Promise<void> => {
      shown.push(path);
    };
    await expect(spool.hold(chunks, use)).rejects.toMatchObject({ code: 'OLAP_DISK_FULL', retryable: true });
    expect(shown).toEqual([]);
    expect(await readdir(spooled)).toEqual([]);
    await disk.drain();
    await spool.hold(chunks, use);
    expect(shown).toHaveLength(1);
  } finally {
    await disk.close();
  }
});

test('the place where blocks wait for the engine cannot be made on a disk without a free inode, and says so', async ({
  skip,
}) => {
  await using directory = await temporaryDirectory();
  // The root of the file system takes the only one.
  const disk = await mountSmallDisk(directory.path, { inodes: 1 });
  if (!disk) return skip('this user may not mount a small file system');
  try {
    await expect(openSpool(join(directory.path, 'spool'), 'the store')).rejects.toMatchObject({
      code: 'OLAP_DISK_FULL',
      context: { target: 'the store' },
    });
  } finally {
    await disk.close();
  }
});
