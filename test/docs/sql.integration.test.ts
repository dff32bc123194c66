import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';
import { openStore } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const MANUAL = readFileSync(new URL('../../docs/sql.md', import.meta.url), 'utf8');
const EXAMPLES = [...MANUAL.matchAll(/```sql\n(.+?)```/gs)].map(([, sql = '']) =>
  sql.trim().replace(/;$/, ''),
);

describe('the manual for analysts', () => {
  let olap: Olap;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    olap = await openStore({ dataDir: directory.path });
  });
  afterAll(async () => {
    await olap.close();
    await directory[Symbol.asyncDispose]();
  });

  test('has examples', () => {
    expect(EXAMPLES.length).toBeGreaterThan(3);
  });

  test.each(EXAMPLES)('has an example that runs: %s', async (sql) => {
    expect(await olap.reader.query({ sql }, z.record(z.string(), z.unknown()))).toEqual([]);
  });
});
