import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { migrate } from '../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../core/olap/migrations/files.ts';
import { createOlap } from '../../core/olap/open.ts';
import type { Olap } from '../../core/olap/port.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { callSelection, TransactionDecoder } from '../../indexer/decode/transactions/transaction-decoder.ts';
import { programTables } from '../../indexer/model/index-tables.ts';
import { SlotBuffer } from '../../indexer/model/slot-buffer.ts';
import type { BlockMeta } from '../../indexer/model/source.ts';
import { adoptTypes } from '../../indexer/program-schema.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';
import type { LedgerRpc } from '../../indexer/source/rpc/ledger/ledger.ts';
import { fillTransactionGaps } from '../../indexer/transaction-gaps.ts';
import { compileCalls } from '../../indexer/write/call-codecs.ts';
import { compileTypes, ProgramRows } from '../../indexer/write/program-rows.ts';
import { prepareIndex } from '../../indexer/write/resume.ts';
import { Writer } from '../../indexer/write/writer.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { vault } from '../support/vault.ts';
import { callsIndexed, callsOnChain, transactionRanges } from '../support/vault-calls.ts';
import { TEST_IDENTITY } from './write/test-identity.ts';

/** The chain stands still: its node answers from blocks that are all final. */
const WEATHER = { skipped: 0.1, dead: 0 };
/** Slots that the stream brought before the gap, and those of the gap: more than are written at once. */
const [BEFORE, MISSED] = [10n, 150n];
const GROWING = 2n ** 64n - 1n;

const logger = createLogger('silent');
type Ledger = Pick<LedgerRpc, 'hasBlocksFrom' | 'getBlocks' | 'getProgramBlock'>;

let live: LiveChain;
let store: Olap;
let node: LedgerRpc;
beforeAll(async () => {
  live = await LiveChain.open({ seed: 'gaps', scenario: 'quiet', vault: true, weather: WEATHER });
  live.chain.advance(Number(MISSED) + 60);
  store = await createOlap({ dataDir: mkdtempSync(join(tmpdir(), 'transaction-gaps-')), logger });
  const settings = settingsSchema.parse({ SOLANA_RPC_URL: live.rpcUrl });
  node = new RpcClient({ url: [live.rpcUrl], clock: systemClock, limit: openRpcLimit(settings) }).ledger;
});
afterAll(async () => {
  await store?.close();
  await live?.[Symbol.asyncDispose]();
});

let made = 0;
let index: Awaited<ReturnType<typeof openIndex>>;
beforeEach(async () => {
  made += 1;
  index = await openIndex(`gaps${made}`);
});

/** Slots with a block, from one on. */
function blocksFrom(first: bigint): readonly bigint[] {
  const slots = live.chain.recentSlots().map(({ block }) => block.slot);
  return slots
    .filter((slot) => slot >= first && slot <= live.chain.heads.finalized)
    .toSorted((a, b) => Number(a - b));
}

/** An index of the vault whose stream ended at `before`, and began again above `snapshot`. */
async function openIndex(name: string) {
  const program = vault({ name });
  const olap = await store.database(program.database);
  await migrate(olap, { logger, migrations: await readProgramMigrations() });
  await adoptTypes(olap.writer, program);
  const tables = programTables(program);
  const common = { olap, tables, clock: systemClock, logger };
  const { start } = await prepareIndex({ ...common, identity: TEST_IDENTITY });
  const codecs = {
    types: compileTypes(program.types),
    calls: compileCalls(program, pubkeyBytes(program.address)),
  };
  const rows = () => new ProgramRows(codecs, () => undefined);
  const writer = new Writer({ ...common, commitment: 'confirmed', rows, start });
  const decoder = new TransactionDecoder(program.address, callSelection(program));
  const metaOf = async (slot: bigint): Promise<BlockMeta> => {
    const meta = await node.getBlockMeta(slot, { commitment: 'finalized' });
    return meta ?? expect.unreachable(`there is no block ${slot}`);
  };
  const stream = async (slots: readonly bigint[]): Promise<void> => {
    for (const slot of slots) {
      const buffer = new SlotBuffer();
      const block = await node.getProgramBlock(slot, program.address, { commitment: 'finalized' });
      for (const transaction of block?.transactions ?? []) decoder.write(transaction, buffer);
      buffer.setBlockTime(block?.blockTime);
      await writer.append({ meta: await metaOf(slot), buffer });
    }
  };
  /** The state at a slot, above which the stream goes on. */
  const splice = async (slot: bigint, ended: { from: bigint; to: bigint } | undefined): Promise<void> => {
    const through = await metaOf(slot);
    const flows = [...(ended ? [ended] : []), { from: slot + 1n, to: undefined }];
    await writer.snapshot({
      through,
      buffers: [],
      slots: [through],
      lost: undefined,
      flows,
      cause: 'a test',
    });
  };

  const all = blocksFrom(live.chain.heads.finalized - MISSED - 40n);
  const [first = 0n] = all;
  const before = all.findLast((slot) => slot <= first + BEFORE) ?? first;
  const snapshot = all.find((slot) => slot >= before + MISSED) ?? first;
  const after = all.filter((slot) => slot > snapshot);
  await splice(first, undefined);
  await stream(all.filter((slot) => slot > first && slot <= before));
  await splice(snapshot, { from: first + 1n, to: before });
  const gap = { from: before + 1n, to: snapshot };
  return {
    ...{ olap, gap, first: first + 1n, last: after.at(-1) ?? snapshot },
    writer,
    /** Brings the next slots by the stream, and makes everything up to a slot final. */
    go: async (slots: number, final: bigint): Promise<void> => {
      writer.finalized(final);
      await stream(after.splice(0, slots));
      await writer.flush();
    },
    /** Looks for gaps once. */
    fill: async (ledger: Ledger = node): Promise<void> => {
      const stop = new AbortController();
      const clock = { sleep: async () => stop.abort() };
      const filling = {
        lane: olap.scanner,
        ledger,
        writer,
        decoder,
        programId: program.address,
        clock,
        logger,
      };
      await fillTransactionGaps({ ...filling, signal: stop.signal });
    },
    ranges: async () => (await transactionRanges(olap)).map(({ from, to, source }) => [from, to, source]),
  };
}

const ledgerWith = (changes: Partial<Ledger>): Ledger => ({
  hasBlocksFrom: (...of) => node.hasBlocksFrom(...of),
  getBlocks: (...of) => node.getBlocks(...of),
  getProgramBlock: (...of) => node.getProgramBlock(...of),
  ...changes,
});

/** A node that lacks the blocks of some slots, and says nothing of it. */
const lacking = (lacks: (slot: bigint) => boolean): Ledger =>
  ledgerWith({ getBlocks: async (...of) => (await node.getBlocks(...of)).filter((slot) => !lacks(slot)) });

test('a gap is filled from blocks once its slots are final, and nothing is missing or twice', async () => {
  const { gap, first, last, olap } = index;
  await index.go(2, gap.to);
  const unfilled = await index.ranges();
  expect(unfilled).toEqual([
    [first, gap.from - 1n, 'stream'],
    [gap.to + 1n, GROWING, 'stream'],
  ]);
  await index.fill();
  expect(await index.ranges()).toEqual(unfilled);

  await index.go(Number.POSITIVE_INFINITY, gap.to + 1n);
  await index.fill();
  const [before, ...filled] = await index.ranges();
  expect(before).toEqual([first, gap.from - 1n, 'stream']);
  expect(filled.map(([, , source]) => source)).toEqual(['rpc', 'rpc', 'stream']);
  expect(filled.slice(1).map(([from]) => from)).toEqual(
    filled.slice(0, -1).map(([, to]) => BigInt(`${to}`) + 1n),
  );
  expect(filled[0]?.[0]).toBe(gap.from);
  const calls = await callsIndexed(olap, { first: 0n, last: GROWING });
  expect(calls).toEqual(callsOnChain(live.chain, first, last));
  expect(calls.instructions.length).toBeGreaterThan(300);

  const revision = index.writer.checkpoint?.revision;
  await index.fill();
  expect(index.writer.checkpoint?.revision).toBe(revision);
});

test('where a node lacks a block, only the slots before it count as seen, until a node has it', async () => {
  const { gap, first, last, olap } = index;
  await index.go(Number.POSITIVE_INFINITY, last);
  const seenTo = async (): Promise<unknown> =>
    (await index.ranges()).findLast(([, , source]) => source === 'rpc')?.[1];

  await index.fill(ledgerWith({ hasBlocksFrom: async () => false }));
  expect(await seenTo()).toBeUndefined();
  // Of the first block it is not known whether others were before it.
  const [oldest = 0n, second = 0n] = blocksFrom(gap.from);
  await index.fill(lacking((slot) => slot === oldest));
  expect(await seenTo()).toBeUndefined();
  await index.fill(ledgerWith({ getProgramBlock: async () => undefined }));
  expect(await seenTo()).toBeUndefined();

  const [late = 0n] = blocksFrom(gap.from + 120n);
  await index.fill(lacking((slot) => slot === late));
  const seen = BigInt(`${await seenTo()}`);
  expect(seen).toBeGreaterThan(second);
  expect(seen).toBeLessThan(late);
  // The blocks at its end are named by no other block of the gap.
  const lastly = blocksFrom(gap.from).findLast((slot) => slot < gap.to) ?? 0n;
  await index.fill(lacking((slot) => slot >= lastly));
  expect(await seenTo()).toBeLessThan(lastly);

  await index.fill();
  expect(await seenTo()).toBe(gap.to);
  expect(await callsIndexed(olap, { first: 0n, last: GROWING })).toEqual(
    callsOnChain(live.chain, first, last),
  );
});

const incompleteRow = z.object({ line: z.string() });

/** Each transaction of which something is missing, by its place, and what. */
async function incompleteIn(olap: Olap): Promise<readonly string[]> {
  const sql = `SELECT concat(toString(slot), '/', toString(transaction_index), ' ', reason) AS line
    FROM incomplete_transactions FINAL ORDER BY line`;
  return (await olap.scanner.query({ sql }, incompleteRow)).map(({ line }) => line).toSorted();
}

test('a node that refuses is asked again, and what it did not keep of a transaction is recorded', async () => {
  const { gap, last, olap } = index;
  await index.go(Number.POSITIVE_INFINITY, last);
  await index.fill(ledgerWith({ getBlocks: () => Promise.reject(new TypeError('refused')) }));
  const withoutLogs = ledgerWith({
    getProgramBlock: async (slot, ...of) => {
      const block = await node.getProgramBlock(slot, ...of);
      return (
        block && { ...block, transactions: block.transactions.map((one) => ({ ...one, logs: undefined })) }
      );
    },
  });
  await index.fill(withoutLogs);
  const { instructions, events } = await callsIndexed(olap, { first: gap.from, last: gap.to });
  const wanted = callsOnChain(live.chain, gap.from, gap.to);
  expect(instructions).toEqual(wanted.instructions);
  expect(events).toEqual(wanted.events.filter((line) => line.includes(' cpi ')));
  const placeOf = (line: string): string => line.split(' ')[0] ?? '';
  expect(await incompleteIn(olap)).toEqual(
    [...new Set(wanted.instructions.map((line) => `${placeOf(line)} no log`))].toSorted(),
  );
});
