import { z } from 'zod';
import type { Clock } from '../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Logger } from '../core/kernel/logger.ts';
import { type OlapLane, unsignedColumn } from '../core/olap/port.ts';
import type { TransactionDecoder } from './decode/transactions/transaction-decoder.ts';
import { TRANSACTION_COVERAGE } from './model/index-tables.ts';
import { SlotBuffer } from './model/slot-buffer.ts';
import type { LedgerRpc } from './source/rpc/ledger/ledger.ts';
import type { Writer } from './write/writer.ts';

export interface TransactionGapOptions {
  readonly lane: OlapLane;
  readonly ledger: Pick<LedgerRpc, 'hasBlocksFrom' | 'getBlocks' | 'getProgramBlock'>;
  readonly writer: Pick<Writer, 'mend' | 'checkpoint'>;
  readonly decoder: Pick<TransactionDecoder, 'write'>;
  /** Base58. */
  readonly programId: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A gap of more slots, some three hours, stays: each block is megabytes. */
const MOST_GAP_SLOTS = 27_000n;
/** Slots written at once. */
const PORTION = 100n;
const PAUSE_MS = 5_000;

interface Gap {
  readonly from: bigint;
  readonly to: bigint;
}

const RANGES = `SELECT from_slot AS first, to_slot AS last
  FROM (SELECT * FROM ${TRANSACTION_COVERAGE} ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot)
  WHERE to_slot >= from_slot ORDER BY first`;
const rangeRow = z.object({ first: unsignedColumn, last: unsignedColumn });

const PARENT = `SELECT parent_slot AS parent FROM slots WHERE slot > {to:UInt64}
  ORDER BY slot, revision DESC LIMIT 1`;
const parentRow = z.object({ parent: unsignedColumn });

/** Fills gaps between ranges of known transactions from the node's blocks, as long as it has them, until the signal. */
export async function fillTransactionGaps(options: TransactionGapOptions): Promise<void> {
  const { clock, logger, signal } = options;
  while (!signal.aborted) {
    try {
      for (const gap of await gapsIn(options)) await fill(gap, options);
    } catch (error) {
      const passes =
        signal.aborted ||
        isLaunchlensError(error, 'MENDING_OUTDATED') ||
        (error instanceof LaunchlensError && error.retryable);
      if (!passes) logger.warn({ error }, 'a gap in the transactions could not be filled');
    }
    await clock.sleep(PAUSE_MS, signal).catch(() => undefined);
  }
}

/** Gaps between two ranges, all of whose slots are final: their blocks cannot change. */
async function gapsIn({
  lane,
  writer,
  signal,
}: Pick<TransactionGapOptions, 'lane' | 'writer' | 'signal'>): Promise<readonly Gap[]> {
  const ranges = await lane.query({ sql: RANGES, signal }, rangeRow);
  const final = writer.checkpoint?.finalizedSlot ?? 0n;
  let known: bigint | undefined;
  const gaps: Gap[] = [];
  for (const { first, last } of ranges) {
    if (known !== undefined && first > known + 1n && first <= final)
      gaps.push({ from: known + 1n, to: first - 1n });
    if (known === undefined || last > known) known = last;
  }
  return gaps.filter(({ from, to }) => to - from < MOST_GAP_SLOTS);
}

/** Each block must be built on the one before it: a node may lack blocks, and say that their slots were skipped. */
async function fill(gap: Gap, options: TransactionGapOptions): Promise<void> {
  const { ledger, lane, logger, signal } = options;
  if (!(await ledger.hasBlocksFrom(gap.from, signal))) return;
  let known = gap.from;
  let previous: bigint | undefined;
  for (let start = gap.from; start <= gap.to; start += PORTION) {
    const end = start + PORTION - 1n < gap.to ? start + PORTION - 1n : gap.to;
    const buffers: SlotBuffer[] = [];
    for (const slot of await ledger.getBlocks(start, end, { commitment: 'finalized', signal })) {
      const block = await readBlock(slot, options);
      if (!block || !follows(block.parentSlot, previous, gap)) return;
      if (block.buffer.rows > 0) buffers.push(block.buffer);
      previous = slot;
    }
    if (previous === undefined || previous < known) continue;
    await write(buffers, { from: known, to: previous }, options);
    known = previous + 1n;
  }
  if (known <= gap.to) {
    const [next] = await lane.query({ sql: PARENT, parameters: { to: gap.to }, signal }, parentRow);
    if (!next || !follows(next.parent, previous, gap)) return;
    await write([], { from: known, to: gap.to }, options);
  }
  logger.info({ from: Number(gap.from), to: Number(gap.to) }, 'filled a gap in the transactions');
}

function follows(parent: bigint, previous: bigint | undefined, { from }: Gap): boolean {
  return previous === undefined ? parent < from : parent === previous;
}

async function readBlock(slot: bigint, { ledger, decoder, programId, signal }: TransactionGapOptions) {
  const block = await ledger.getProgramBlock(slot, programId, { commitment: 'finalized', signal });
  if (!block) return undefined;
  const buffer = new SlotBuffer();
  for (const transaction of block.transactions) decoder.write(transaction, buffer);
  buffer.setBlockTime(block.blockTime);
  return { buffer, parentSlot: block.parentSlot };
}

async function write(
  buffers: readonly SlotBuffer[],
  { from, to }: Gap,
  { writer }: TransactionGapOptions,
): Promise<void> {
  const rollbackRevision = writer.checkpoint?.rollbackRevision ?? 0n;
  await writer.mend({ buffers, coverage: [], flows: [{ from, to, source: 'rpc' }], rollbackRevision });
}
