import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { placesAfter } from '../../../api/read/programs/calls/queries.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type IndexUnderTest, openIndex } from '../support/mirror-under-test.ts';
import { callsProgram, writeCall } from './support/calls-program.ts';
import { type FollowedProgram, followProgram } from './support/programs-suite.ts';

const PROGRAM = callsProgram('calls');
const [PLACE] = PROGRAM.instructions;
const GRANULE = 8_192;
const GRANULES = 8;

let under: IndexUnderTest;
let followed: FollowedProgram;

beforeAll(async () => {
  under = await openIndex();
  followed = await followProgram(under.olap, PROGRAM);
  const { writer } = followed.index.olap;
  const columns = 'slot, transaction_index, signature, type, accounts';
  const rows = `SELECT 100 + number, 0, '', 'other', repeat(toString(number % 10), 64) FROM numbers(${GRANULE * GRANULES})`;
  await writer.command({ sql: `INSERT INTO program_instructions (${columns}) ${rows}` });
  await writeCall(followed.index, { slot: 5_000, amount: 1n, revision: 0 });
  await writer.command({ sql: 'OPTIMIZE TABLE program_instructions FINAL' });
});
afterAll(async () => {
  await followed?.stop();
  await under?.dispose();
});

const explainRow = z.object({ explain: z.string() });
const ANYWHERE = {
  ...{ slot: 1_000_000n, revision: 10n, from_slot: 0n, to_slot: 1_000_000n, limit: 51, type: 'place' },
  ...{ from_start: true, after_slot: 0n, after_transaction: 0, after_order: 0n },
};

/** How many granules of the table are left after each index was asked. */
async function granulesOf(account: string): Promise<readonly number[]> {
  const sql = placesAfter({
    ...{ kind: 'instruction', table: PLACE?.table ?? '', ofAccount: true },
    condition: { sql: '1', parameters: {} },
  });
  const parameters = { ...ANYWHERE, account: Buffer.from(pubkeyBytes(pubkeyOf(account))).toString('hex') };
  const { reader } = followed.index.olap;
  const lines = await reader.query({ sql: `EXPLAIN indexes = 1 ${sql}`, parameters }, explainRow);
  return lines.flatMap(({ explain }) => {
    const found = /Granules: (\d+)\/\d+/.exec(explain);
    return found ? [Number(found[1])] : [];
  });
}

test('a page of a rare instruction reads only the granules that have one', async () => {
  const granules = await granulesOf('owner');
  expect(granules[0]).toBeGreaterThanOrEqual(GRANULES);
  expect(granules.at(-1)).toBe(1);
});

test('a page of an account that no instruction has reads nothing', async () => {
  const granules = await granulesOf('nobody');
  expect(granules.at(-1)).toBe(0);
});
