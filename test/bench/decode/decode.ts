import { deepStrictEqual } from 'node:assert/strict';
import { type Idl as AnchorIdl, type BN, BorshAccountsCoder, type web3 } from '@coral-xyz/anchor';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { columnOf } from '../../../core/olap/native/layout.ts';
import { ESCROW_IDL, LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { type AccountCodec, compileCodecs } from '../../../indexer/decode/account-codec.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { viewOf } from '../../../indexer/model/words.ts';
import { type BenchRow, median } from '../support/row.ts';
import { type UpdateBatch, updateBatch } from './accounts.ts';
import { benchPrograms } from './programs.ts';

/** The accounts of a busy slot. */
const ACCOUNTS = 1024;
const ROUNDS = 25;
const BASELINE = 'Anchor BorshAccountsCoder.decode';
const GOAL = 80;
/** The same baseline against more work than it does: owner, key, signature and the last write of each account. */
const WHOLE_UPDATE_GOAL = 10;

/** Decoding into columns against Anchor's coder, for both accounts of the program, and for those of any program. */
export async function benchDecode(): Promise<BenchRow[]> {
  const launches = [PLEDGE, LAUNCH_CONFIG].flatMap((layout) => rowsFor(updateBatch(layout, ACCOUNTS)));
  return [...launches, ...benchPrograms()];
}

function rowsFor(batch: UpdateBatch): BenchRow[] {
  const { name } = batch.layout;
  const into = new SlotBuffer();
  const theirs = anchorRun(batch);
  const columns = columnsRun(batch, into);
  const update = updateRun(batch, into);
  for (const ours of [columns, update]) requireEqual(batch, ours(), theirs);
  const speeds = measure(batch.count, {
    theirs: () => {
      for (let index = 0; index < batch.count; index += 1) theirs(index);
    },
    columns,
    update,
  });
  const row = (what: string, ours: number, goal: number): BenchRow => ({
    name: `${what}, ${name}`,
    baseline: BASELINE,
    ours,
    theirs: speeds.theirs,
    unit: 'accounts/s',
    ratio: ours / speeds.theirs,
    goal,
  });
  return [
    row('decode into columns', speeds.columns, GOAL),
    row('whole update into its slot', speeds.update, WHOLE_UPDATE_GOAL),
  ];
}

function anchorRun({
  layout,
  bytes,
  count,
  dataAt,
}: UpdateBatch): (index: number) => Record<string, unknown> {
  const coder = new BorshAccountsCoder(ESCROW_IDL as AnchorIdl);
  const accounts = Array.from({ length: count }, (_, index) =>
    bytes.subarray(dataAt(index), dataAt(index) + layout.size),
  );
  return (index) => coder.decode(layout.name, accounts[index] ?? Buffer.alloc(0));
}

/** What Anchor does, no more: check the account's type and read its fields. */
function columnsRun({ layout, bytes, count, dataAt }: UpdateBatch, into: SlotBuffer): () => ColumnBlock {
  const codec = compileCodecs(ESCROW_IDL).find((each) => each.layout.name === layout.name) as AccountCodec;
  const source = viewOf(bytes);
  const block = blockOf(layout.name, into);
  return () => {
    into.reset();
    block.clear();
    for (let index = 0; index < count; index += 1) {
      const at = dataAt(index);
      if (source.getInt32(at, true) !== codec.low || source.getInt32(at + 4, true) !== codec.high) continue;
      if (codec.refusal(source, at) === undefined) codec.write(source, at, block, block.claimRow());
    }
    return block;
  };
}

function updateRun({ layout, count, viewAt }: UpdateBatch, into: SlotBuffer): () => ColumnBlock {
  const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
  return () => {
    into.reset();
    for (let index = 0; index < count; index += 1) decoder.account(viewAt(index), into);
    return blockOf(layout.name, into);
  };
}

function blockOf(account: string, into: SlotBuffer): ColumnBlock {
  return account === PLEDGE.name ? into.pledges : into.launches;
}

type Contestant = 'theirs' | 'columns' | 'update';

/** Accounts per second, median of rounds in which all take turns, so that a busy machine slows all alike. */
function measure(
  count: number,
  runs: Readonly<Record<Contestant, () => unknown>>,
): Record<Contestant, number> {
  const speeds: Record<Contestant, number[]> = { theirs: [], columns: [], update: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contestant of ['theirs', 'columns', 'update'] as const) {
      speeds[contestant].push(speed(count, runs[contestant], contestant === 'theirs' ? 4 : 40));
    }
  }
  return {
    theirs: median(speeds.theirs),
    columns: median(speeds.columns),
    update: median(speeds.update),
  };
}

function speed(count: number, run: () => unknown, repeats: number): number {
  const start = process.hrtime.bigint();
  for (let repeat = 0; repeat < repeats; repeat += 1) run();
  return (count * repeats * 1e9) / Number(process.hrtime.bigint() - start);
}

function requireEqual(
  { layout, count }: UpdateBatch,
  block: ColumnBlock,
  theirs: (index: number) => Record<string, unknown>,
): void {
  deepStrictEqual(block.rows, count);
  for (let row = 0; row < count; row += 1) {
    const expected = theirs(row);
    for (const { name, type } of layout.fields) {
      const column = columnOf(block.layout, name);
      deepStrictEqual(
        Buffer.from(block.bytes(column, row)).toString('hex'),
        littleEndianHex(expected[name], column.storage.width),
        `${layout.name}.${name} (${type}) of account ${row}`,
      );
    }
  }
}

/** Anchor's value as the bytes it stands for: BN, PublicKey, number[], boolean or number. */
function littleEndianHex(value: unknown, width: number): string {
  if (Array.isArray(value)) return Buffer.from(value as number[]).toString('hex');
  if (typeof value === 'boolean') return value ? '01' : '00';
  if (typeof value === 'object' && value !== null && 'toBytes' in value) {
    return Buffer.from((value as web3.PublicKey).toBytes()).toString('hex');
  }
  const number = typeof value === 'number' ? BigInt(value) : BigInt((value as BN).toString());
  const bytes = Buffer.alloc(width);
  let rest = BigInt.asUintN(width * 8, number);
  for (let at = 0; at < width; at += 1, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes.toString('hex');
}
