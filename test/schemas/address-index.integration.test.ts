import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_QUERIES } from '../../api/read/records/account-at.ts';
import { type IndexUnderTest, openIndex } from '../api/support/mirror-under-test.ts';

const ROWS = 300_000;

/** The questions for one account by its address, and rows of the table that each looks through. */
const QUESTIONS = [
  {
    table: 'pledge_versions',
    keys: 'launch_id, pledger',
    row: '7, SHA256(toString(number))',
  },
  { table: 'launch_versions', keys: 'launch_id', row: 'number' },
  {
    table: 'token_account_versions',
    keys: 'launch_id, role',
    row: "number, 'escrow'",
  },
];

let under: IndexUnderTest;
beforeAll(async () => {
  under = await openIndex();
  for (const { table, keys, row } of QUESTIONS) {
    await under.olap.writer.command({
      sql: `INSERT INTO ${table} (address, slot, revision, ${keys})
        SELECT SHA256(concat('address ', toString(number))), 2, 1, ${row} FROM numbers({rows:UInt64})`,
      parameters: { rows: ROWS },
    });
  }
});
afterAll(() => under.dispose());

const planRow = z.object({ explain: z.string() });
const GRANULES = /Name: address_bloom[\s\S]*?Granules: (\d+)\/(\d+)/;

/** Granules that a question reads for one address, and those that the address index had to choose from. */
async function granules(table: string, address: string): Promise<{ read: number; of: number }> {
  const plan = await under.olap.reader.query(
    {
      sql: `EXPLAIN indexes = 1 ${ACCOUNT_QUERIES.get(table)}`,
      parameters: { address, slot: 9, revision: 9 },
    },
    planRow,
  );
  const [, read, of] = GRANULES.exec(plan.map(({ explain }) => explain).join('\n')) ?? [];
  return { read: Number(read), of: Number(of) };
}

describe('an account asked for by its address alone', () => {
  test.each(QUESTIONS)('is found in $table without a look at all rows', async ({ table }) => {
    const address = createHash('sha256').update('address 123456').digest('hex');
    const { read, of } = await granules(table, address);
    expect(of).toBeGreaterThan(30);
    expect(read).toBeGreaterThanOrEqual(1);
    expect(read).toBeLessThanOrEqual(5);
  });
});
