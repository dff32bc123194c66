import { glob, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOlap } from '../../../core/olap/open.ts';
import { collect } from '../../support/collect.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const slotRow = z.object({ slot: z.string() }).transform(({ slot }) => slot);

test('rows whose skip index a full disk left empty are still read', async () => {
  await using directory = await temporaryDirectory();
  const olap = await createOlap({ dataDir: directory.path, logger: pino({ level: 'silent' }) });
  try {
    const table = 'CREATE TABLE broken (slot UInt64, INDEX slot_minmax slot TYPE minmax GRANULARITY 1)';
    await olap.writer.command({ sql: `${table} ENGINE = MergeTree ORDER BY tuple()` });
    await olap.writer.command({ sql: 'INSERT INTO broken SELECT number FROM numbers(5)' });
    const marks = await collect(glob(join(directory.path, '**/skp_idx_slot_minmax.cmrk*')));
    expect(marks).toHaveLength(1);
    for (const file of marks) await truncate(file, 0);

    const statement = {
      sql: 'SELECT slot FROM broken WHERE slot >= {from:UInt64}',
      parameters: { from: 3n },
    };
    expect(await olap.reader.query(statement, slotRow)).toEqual(['3', '4']);
    expect((await collect(olap.scanner.stream(statement, slotRow))).flat()).toEqual(['3', '4']);
  } finally {
    await olap.close();
  }
});
