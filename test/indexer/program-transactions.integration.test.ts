import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../core/kernel/logger.ts';
import { createOlap } from '../../core/olap/open.ts';
import type { Olap } from '../../core/olap/port.ts';
import { unsignedColumn } from '../../core/olap/port.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { RAW_TRANSACTION_TABLES, transactionTables } from '../../idl/anchor/transaction-tables.ts';
import { TRANSACTION_COVERAGE } from '../../indexer/model/index-tables.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type FollowedIndexer, followProgram } from '../support/followed-program.ts';
import { indexed, onChain, VAULT_IDL_FILE, vault } from '../support/vault.ts';
import { callsIndexed, callsOnChain, transactionRanges } from '../support/vault-calls.ts';

/** The end of a range that grows with the index. */
const GROWING = 2n ** 64n - 1n;

let chain: LiveChain;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'program-transactions-'));
  chain = await LiveChain.open({ seed: 'calls', scenario: 'quiet', vault: true });
});
afterAll(() => chain?.[Symbol.asyncDispose]());

const running: FollowedIndexer[] = [];
// The worker opens one store at a time.
afterEach(() => Promise.all(running.splice(0).map(({ shutdown }) => shutdown.run('the test is over'))));

async function follow(program = vault()): Promise<FollowedIndexer> {
  const index = await followProgram(program, { chain, dataDir });
  running.push(index);
  return index;
}

async function count(olap: Olap, sql: string): Promise<bigint> {
  const [row] = await olap.scanner.query({ sql: `SELECT count() AS n FROM (${sql})` }, counted);
  return row?.n ?? 0n;
}
const counted = z.object({ n: unsignedColumn });

/** Leaves of an index what it had before instructions and events were followed. */
async function forgetTransactions(program: Program): Promise<void> {
  const olap = await createOlap({ dataDir, logger: createLogger('silent') });
  try {
    const { writer } = await olap.database(program.database);
    const calls = transactionTables(program);
    const views = calls.map(({ view }) => view);
    const tables = [...[...RAW_TRANSACTION_TABLES, ...calls].map(({ table }) => table), TRANSACTION_COVERAGE];
    for (const view of views) await writer.command({ sql: `DROP VIEW ${view}` });
    for (const table of tables) await writer.command({ sql: `DROP TABLE ${table} SYNC` });
    await writer.command({ sql: 'DELETE FROM schema_migrations WHERE number >= 2' });
  } finally {
    await olap.close();
  }
}

/** Of the vault's IDL without `mark` and what it emits. */
function olderIdl(): string {
  const idl = JSON.parse(readFileSync(VAULT_IDL_FILE, 'utf8')) as Record<string, { name: string }[]>;
  const without = (part: string) => idl[part]?.filter(({ name }) => !/^mark(ed)?$/i.test(name));
  return JSON.stringify({ ...idl, instructions: without('instructions'), events: without('events') });
}

describe('the instructions and events of a followed program', () => {
  test('are decoded again by a newer IDL, and those of an unknown name are kept until then', async () => {
    const older = await follow(vault({ idlText: olderIdl() }));
    await older.play(60n);
    expect(await count(older.database, 'SELECT 1 FROM put_instructions')).toBeGreaterThan(0n);
    await older.shutdown.run('the test restarts it');

    const newer = await follow();
    const last = await newer.play(20n);
    const [first] = await transactionRanges(newer.database);
    const known = { first: first?.from ?? 0n, last };
    const wanted = callsOnChain(chain.chain, known.first, last);
    expect(await callsIndexed(newer.database, known)).toEqual(wanted);
    expect(await count(newer.database, 'SELECT 1 FROM mark_instructions')).toBeGreaterThan(0n);
  });

  test('are known from where an index that had only accounts goes on', async () => {
    const program = vault({ name: 'earlier' });
    const earlier = await follow(program);
    const left = await earlier.play(20n);
    await earlier.shutdown.run('the test restarts it');
    await forgetTransactions(program);

    // While nothing follows the chain, it goes on.
    chain.chain.advance(20);
    const index = await follow(program);
    const last = await index.play(20n);
    expect(await transactionRanges(index.database)).toEqual([
      { from: left + 1n, to: GROWING, source: 'stream' },
    ]);
    const known = { first: left + 1n, last };
    const calls = await callsIndexed(index.database, known);
    expect(calls).toEqual(callsOnChain(chain.chain, known.first, last));
    expect(calls.instructions.length).toBeGreaterThan(30);
    expect(await count(index.database, 'SELECT 1 FROM put_instructions')).toBeGreaterThan(30n);
    for (const slot of [left, last])
      expect(await indexed(index.database, slot)).toEqual(onChain(chain.chain, program, slot));
  });

  test('are only those that are selected; without any, no range is recorded', async () => {
    const some = await follow(vault({ name: 'some', instructions: ['put'], events: [] }));
    const last = await some.play(20n);
    const [range] = await transactionRanges(some.database);
    const known = { first: range?.from ?? 0n, last };
    const { instructions } = callsOnChain(chain.chain, known.first, last);
    const puts = instructions.filter((line) => line.includes(' 8fccc4eb2f821560'));
    expect(puts.length).toBeLessThan(instructions.length);
    expect(await callsIndexed(some.database, known)).toEqual({ instructions: puts, events: [] });
    await some.shutdown.run('the test restarts it');
    await expect(follow(vault({ name: 'some' }))).rejects.toMatchObject({
      code: 'PROGRAM_SELECTION_CHANGED',
    });

    const none = await follow(vault({ name: 'none', instructions: [], events: [] }));
    const head = await none.play(10n);
    expect(await transactionRanges(none.database)).toEqual([]);
    expect(await callsIndexed(none.database, { first: 0n, last: head })).toEqual({
      instructions: [],
      events: [],
    });
  });
});
