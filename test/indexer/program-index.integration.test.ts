import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';
import { unsignedColumn } from '../../core/olap/port.ts';
import { compileDecoder } from '../../idl/anchor/decode.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type FollowedIndexer, followProgram } from '../support/followed-program.ts';
import { indexed, onChain, vault } from '../support/vault.ts';
import { callsIndexed, callsOnChain, transactionRanges } from '../support/vault-calls.ts';

/** An account of type Reserve, copied from memory. */
const RESERVE_BYTES = 104;
const never = new AbortController().signal;

let chain: LiveChain;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'program-index-'));
  chain = await LiveChain.open({ seed: 'program', scenario: 'quiet', vault: true });
});
afterAll(() => chain?.[Symbol.asyncDispose]());

const startIndex = (program: Program, settings = {}): Promise<FollowedIndexer> =>
  followProgram(program, { chain, dataDir, settings });

async function count(olap: Olap, sql: string): Promise<number> {
  const [row] = await olap.scanner.query(
    { sql: `SELECT count() AS n FROM (${sql})` },
    z.object({ n: unsignedColumn }),
  );
  return Number(row?.n);
}

async function expectEqual(index: FollowedIndexer, requests?: number): Promise<void> {
  const outcome = await index.audits.audit({ repair: false, signal: never });
  expect({ verdict: outcome.verdict, reason: outcome.reason, differences: outcome.differences }).toEqual({
    verdict: 'equal',
    reason: undefined,
    differences: [],
  });
  expect(outcome.inSlices?.requests).toBe(requests);
}

describe('a followed program', () => {
  test('has every account of the program at every slot, across restarts', async () => {
    const program = vault();
    const index = await startIndex(program, { AUDIT_SLICES: '256' });
    const first = chain.confirmed;
    const head = await index.play(120n);

    // The state at any slot, not only the newest, is that of the chain
    for (let slot = first + 10n; slot <= head; slot += 13n) {
      expect(await indexed(index.database, slot)).toEqual(onChain(chain.chain, program, slot));
    }
    // By the first byte of the owner of a Position, at 8, or by a size up to 8; one of the slices is read once
    await expectEqual(index, 2 * (256 + 9 - 1) + 1);
    expect(await count(index.database, 'SELECT 1 FROM account_versions WHERE closed = 1')).toBeGreaterThan(0);
    await index.shutdown.run('the test restarts it');

    // While nothing follows the chain, it goes on
    chain.chain.advance(20);
    const again = await startIndex(program);
    const later = await again.play(60n);
    for (let slot = first + 10n; slot <= later; slot += 17n) {
      expect(await indexed(again.database, slot)).toEqual(onChain(chain.chain, program, slot));
    }
    await expectEqual(again);

    // Everything that it executed and emitted is there once, also what it did while nothing followed it
    const ranges = await transactionRanges(again.database);
    const known = { first: ranges[0]?.from ?? 0n, last: later };
    expect(known.first).toBeLessThan(first + 30n);
    const [calls, wanted] = [
      await callsIndexed(again.database, known),
      callsOnChain(chain.chain, known.first, later),
    ];
    expect(calls).toEqual(wanted);
    expect(calls.instructions.length).toBeGreaterThan(100);
    for (const source of ['log', 'cpi'])
      expect(calls.events.filter((line) => line.includes(` ${source} `)).length).toBeGreaterThan(5);
    // Each that decodes is in its own table as well
    for (const [raw, parts] of [
      ['program_instructions', program.instructions],
      ['program_events', program.events],
    ] as const) {
      for (const { name, view, discriminator, layout } of parts) {
        const decode = compileDecoder(layout, discriminator.length);
        const mark = Buffer.from(discriminator).toString('hex');
        const lines = raw === 'program_events' ? calls.events : calls.instructions;
        const readable = lines
          .map((one) => one.split(' ')[4] ?? '')
          .filter((data) => data.startsWith(mark) && decode(Buffer.from(data, 'hex')).kind === 'decoded');
        expect(readable.length, name).toBeGreaterThan(0);
        expect(await count(again.database, `SELECT * FROM ${view}`), name).toBe(readable.length);
      }
      const bad = `SELECT * FROM ${raw} FINAL WHERE undecodable LIKE '%State has variant 9%'`;
      expect(await count(again.database, bad)).toBeGreaterThan(0);
    }

    // The views show each type's accounts that decode
    const state = [...onChain(chain.chain, program, later).values()];
    for (const { name, view } of program.types) {
      const open = state.filter(({ type, undecodable }) => type === name && undecodable === '');
      expect(open.length).toBeGreaterThan(0);
      expect(await count(again.database, `SELECT * FROM ${view}`)).toBe(open.length);
    }
    await again.shutdown.run('the test is over');
  });

  test('follows only the types and sizes that are selected', async () => {
    const all = vault();
    const program = vault({
      name: 'reserves',
      accounts: ['Reserve'],
      filters: [{ dataSize: RESERVE_BYTES }],
    });
    const sizes = new Set(
      [...onChain(chain.chain, all, chain.confirmed).values()]
        .filter(({ type }) => type === 'Reserve')
        .map(({ data }) => data.length / 2),
    );
    expect([...sizes]).toEqual([RESERVE_BYTES]);
    const index = await startIndex(program);
    const head = await index.play(40n);

    const expected = [...onChain(chain.chain, all, head)].filter(([, { type }]) => type === 'Reserve');
    expect(await indexed(index.database, head)).toEqual(new Map(expected));
    await expectEqual(index);
    await index.shutdown.run('the test is over');

    // Another selection would lack accounts
    const other = vault({ name: 'reserves', accounts: ['Position'] });
    await expect(startIndex(other)).rejects.toMatchObject({ code: 'PROGRAM_SELECTION_CHANGED' });
  });
});
