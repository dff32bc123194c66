import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Olap } from '../../../../core/olap/port.ts';
import { launchAddress } from '../../../../idl/pda.ts';
import { inspectCapture } from '../../../../indexer/source/capture/inspect.ts';
import { emptyTables } from '../../../support/captures/empty-tables.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { type CaptureRange, makeCapture } from '../../../support/captures/make-capture.ts';
import { ModelChain, type ModelWrite } from '../../../support/captures/model-chain.ts';
import { indexBound, indexCoverage, indexStateAt } from '../../../support/index-check/index-state.ts';
import { LaunchlensProcess } from '../../../support/launchlens-process.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';
import { PROGRAM } from '../../../support/verifier/launch-bytes.ts';
import { tableContents } from '../../write/table-contents.ts';

let directory: TemporaryDirectory;
let olap: Olap;
beforeEach(async () => {
  directory = await temporaryDirectory();
  olap = await openStore({ dataDir: directory.path });
});
afterEach(async () => {
  await olap.close().catch(() => undefined);
  await directory[Symbol.asyncDispose]();
});

const chain = new ModelChain({ seed: 11, slots: 400 });

async function record(name: string, ranges: readonly CaptureRange[], of = chain): Promise<string> {
  const file = join(directory.path, `${name}.llcap`);
  await makeCapture({ file, chain: of, ranges });
  return file;
}

async function lostRanges(): Promise<unknown[]> {
  const bound = await indexBound(olap.scanner);
  const coverage = bound ? await indexCoverage(olap.scanner, bound) : [];
  return coverage.filter(({ state }) => state !== 'streamed').map(({ from, to, state }) => [from, to, state]);
}

describe('loading captures', () => {
  test('joins files in any order that meet, overlap or leave a gap, and tells the gap', async () => {
    const files = [
      await record('c', [{ from: 250n, to: 400n }]),
      await record('a', [{ from: 1n, to: 120n }]),
      await record('b', [{ from: 90n, to: 200n }]),
    ];
    const { gaps } = await loadCaptures(olap, { files });
    const bound = await indexBound(olap.scanner);
    expect(bound?.slot).toBe(chain.last);
    const from = (chain.blocks(1n, 200n).at(-1)?.slot ?? 0n) + 1n;
    const to = (chain.blocks(250n, 400n)[0]?.slot ?? 0n) - 1n;
    expect(gaps).toEqual([
      { of: 'the captures', fromSlot: from, toSlot: to, cause: 'no segment holds these slots' },
    ]);
    for (const slot of [1n, 100n, 199n, to + 1n, 300n, chain.last]) {
      const state = await indexStateAt(olap.scanner, { slot, revision: bound?.revision ?? 0n });
      expect(new Map([...state].sort())).toEqual(new Map([...chain.stateAt(slot)].sort()));
    }
  });

  test('tried dry counts what it would write and leaves the store as it was', async () => {
    const file = await record('a', [{ from: 1n, to: 200n }]);
    const before = await tableContents(olap.scanner);
    const dry = await loadCaptures(olap, { files: [file], dryRun: true });
    expect(await tableContents(olap.scanner)).toEqual(before);
    const { read, written } = await loadCaptures(olap, { files: [file] });
    expect([dry.read, dry.written]).toEqual([read, written]);
    expect(written).toBeGreaterThan(200);
  });

  test('a second time changes nothing, above the checkpoint and below it', async () => {
    await loadCaptures(olap, {
      files: [
        await record('a', [
          { from: 1n, to: 100n },
          { from: 300n, to: 400n },
        ]),
      ],
    });
    const file = await record('b', [{ from: 50n, to: 380n }]);
    const first = await loadCaptures(olap, { files: [file] });
    expect(first.written).toBeGreaterThan(0);
    const contents = await tableContents(olap.scanner);
    const second = await loadCaptures(olap, { files: [file] });
    expect(second).toMatchObject({ read: first.read, written: 0, unchanged: first.read, gaps: [] });
    expect(await tableContents(olap.scanner)).toEqual(contents);
  });

  test('of a damaged file writes nothing at all', async () => {
    const file = await record('a', [{ from: 1n, to: 400n }]);
    const bytes = await readFile(file);
    const last = (await inspectCapture(file)).frames.at(-1);
    bytes.writeUInt8(bytes.readUInt8((last?.at ?? 0) + 60) ^ 1, (last?.at ?? 0) + 60);
    await writeFile(file, bytes);
    const before = await tableContents(olap.scanner);
    for (const allowTruncated of [false, true]) {
      await expect(loadCaptures(olap, { files: [file], allowTruncated })).rejects.toMatchObject({
        code: 'CAPTURE_CORRUPT',
        context: { frame: last?.head.number, at: last?.at },
      });
    }
    expect(await tableContents(olap.scanner)).toEqual(before);
  });

  test.each([
    ['genesis hash', { genesis_hash: 'another chain' }],
    ['commitment', { commitment: 'finalized' }],
    ['cluster', { cluster: 'devnet' }],
  ] as const)('refuses a capture of another %s by its name', async (name, header) => {
    await loadCaptures(olap, { files: [await record('a', [{ from: 1n, to: 50n }])] });
    const file = join(directory.path, 'other.llcap');
    await makeCapture({ file, chain, ranges: [{ from: 1n, to: 90n }], header });
    const before = await tableContents(olap.scanner);
    await expect(loadCaptures(olap, { files: [file] })).rejects.toMatchObject({
      code: 'CAPTURE_FOREIGN',
      context: { name, file },
    });
    expect(await tableContents(olap.scanner)).toEqual(before);
  });

  test('refuses a capture of a fork that the index does not hold', async () => {
    await loadCaptures(olap, { files: [await record('a', [{ from: 1n, to: 50n }])] });
    const forked = new ModelChain({ seed: 11, slots: 60, fork: 'another' });
    const file = await record('b', [{ from: 20n, to: 60n }], forked);
    await expect(loadCaptures(olap, { files: [file] })).rejects.toMatchObject({ code: 'CAPTURE_FORK' });
  });

  test('beside an indexer leaves what is above its checkpoint to it', async () => {
    await loadCaptures(olap, { files: [await record('a', [{ from: 1n, to: 50n }])] });
    const before = await tableContents(olap.scanner);
    const file = await record('b', [{ from: 20n, to: 90n }]);
    const { written, gaps } = await loadCaptures(olap, { files: [file], extendable: false });
    expect(written).toBe(0);
    expect(gaps).toMatchObject([{ of: 'the index', fromSlot: 51n }]);
    expect(await tableContents(olap.scanner)).toEqual(before);
  });

  test('brings slots below the first that was held, and names those between as lost', async () => {
    await loadCaptures(olap, { files: [await record('a', [{ from: 300n, to: 400n }])] });
    await loadCaptures(olap, { files: [await record('b', [{ from: 100n, to: 200n }])] });
    const [first, last] = [
      chain.blocks(100n, 200n)[0]?.slot ?? 0n,
      chain.blocks(100n, 200n).at(-1)?.slot ?? 0n,
    ];
    const held = chain.blocks(300n, 400n)[0]?.slot ?? 0n;
    expect(await lostRanges()).toEqual([
      [held, held, 'snapshot'],
      [first, last, 'repaired'],
      [last + 1n, held - 1n, 'lost'],
    ]);
  });

  test('leaves a range lost in which accounts changed that the recording did not follow', async () => {
    await loadCaptures(olap, {
      files: [
        await record('a', [
          { from: 1n, to: 100n },
          { from: 200n, to: 400n },
        ]),
      ],
    });
    const lost = (await lostRanges()).filter((range) => String(range).endsWith('lost'));
    const second = Buffer.from(launchAddress(PROGRAM.toBytes(), 2n));
    const file = join(directory.path, 'partial.llcap');
    // Given a recording to which the second launch never showed
    const omit = ({ account }: ModelWrite): boolean => second.equals(account.address);
    await makeCapture({ file, chain, ranges: [{ from: 50n, to: 300n }], omit });
    const { gaps, finding } = await loadCaptures(olap, { files: [file] });
    expect(gaps).toMatchObject([
      { of: 'the recording', cause: expect.stringMatching(/^[1-9] accounts? of/) },
      { of: 'the movements', cause: expect.stringMatching(/^1 escrow of/) },
    ]);
    expect(finding).toMatchObject({ ranges: [] });
    expect((await lostRanges()).filter((range) => String(range).endsWith('lost'))).toEqual(lost);
  });
});

describe('loading that is killed', () => {
  const long = new ModelChain({ seed: 12, slots: 2_400 });
  const ends = [
    { from: 1n, to: 100n },
    { from: 2_300n, to: 2_350n },
  ];

  test('between chunks goes on where it stopped, and ends with the same tables', async () => {
    const [index, file] = [
      await record('ends', ends, long),
      await record('all', [{ from: 1n, to: 2_400n }], long),
    ];
    // Given what a load that nobody disturbs comes to
    await loadCaptures(olap, { files: [index] });
    await loadCaptures(olap, { files: [file] });
    const wanted = await tableContents(olap.scanner);
    await emptyTables(olap);
    await loadCaptures(olap, { files: [index] });
    await olap.close();
    // When it is killed again and again
    const options = { cwd: directory.path, env: { DATA_DIR: directory.path, LOG_LEVEL: 'warn' } };
    let kills = 0;
    let report = '';
    while (report === '') {
      await using load = new LaunchlensProcess(['backfill', 'capture', file, '--json'], options);
      await load.prints(/"written":[1-9]/);
      if (kills < 2 && !load.stdout.includes('"report"')) {
        await load.end('SIGKILL');
        kills += 1;
        continue;
      }
      const { code, stdout } = await load.ended;
      expect(code).toBe(0);
      report = stdout.trim().split('\n').at(-1) ?? '';
    }
    // Then the last process knew what was done, and nothing is missing or doubled
    expect(kills).toBeGreaterThan(0);
    expect(JSON.parse(report)).toMatchObject({ event: 'report', gaps: [] });
    expect(JSON.parse(report).resumed_chunks).toBeGreaterThan(0);
    olap = await openStore({ dataDir: directory.path });
    expect(await tableContents(olap.scanner)).toEqual(wanted);
  });
});
