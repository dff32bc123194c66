import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../core/olap/native/layout.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { CoverageRange, FlowRange } from '../model/completed-slot.ts';
import { type IndexTables, LAUNCH_TABLES } from '../model/index-tables.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { BlockMeta } from '../model/source.ts';
import { COVERAGE, COVERAGE_STATE, FLOW_COVERAGE, SLOTS } from '../model/tables.ts';
import { type BatchRows, numberRows, type TableRows } from './batch-rows.ts';
import type { SlotArrival } from './batch-span.ts';
import { LaunchRows } from './launch-rows.ts';

/** `to_slot` in `flow_coverage` of a range that grows with every checkpoint: the greatest u64. */
export const STILL_GROWING = U64_MAX;

type ColumnsOf<Layout> = Layout extends BlockLayout<infer Name> ? ColumnBlock<Name> : never;

/** Whole slots for the store, under one revision. Rows are copied in, so a slot's buffer is free again. */
export class Batch {
  readonly #own: BatchRows;
  readonly #flowLedger: string | undefined;
  readonly #flowCoverage: ColumnsOf<typeof FLOW_COVERAGE> = new ColumnBlock(FLOW_COVERAGE, { capacity: 8 });
  readonly #slots: ColumnsOf<typeof SLOTS> = new ColumnBlock(SLOTS);
  readonly #coverage: ColumnsOf<typeof COVERAGE> = new ColumnBlock(COVERAGE);
  /** The last slot that this batch makes known; undefined for one that only corrects older slots. */
  head: BlockMeta | undefined;
  /** Unix seconds of its newest block that has a time. */
  slotTime: bigint | undefined;
  /** The revision of its rows, once it was reserved. */
  revision: bigint | undefined;
  /** True for rows of already known slots. */
  corrects = false;
  /** When the slots that this batch makes known arrived. */
  readonly arrivals: SlotArrival[] = [];
  /** Milliseconds at which the first row arrived. */
  openedAt = 0;

  /** @param rows those of the index's own tables */
  constructor(
    rows: BatchRows = new LaunchRows(),
    { flowLedger }: Pick<IndexTables, 'flowLedger'> = LAUNCH_TABLES,
  ) {
    this.#own = rows;
    this.#flowLedger = flowLedger;
  }

  get rows(): number {
    return this.#own.rows + this.#slots.rows + this.#coverage.rows + this.#flowCoverage.rows;
  }

  get accountRows(): number {
    return this.#own.accountRows;
  }

  get bytes(): number {
    return this.#ledgers.reduce((sum, [, block]) => sum + block.byteLength, this.#own.bytes);
  }

  addAccounts(buffer: SlotBuffer): void {
    this.addVersions(buffer);
    this.addFlows(buffer);
  }

  addVersions(buffer: SlotBuffer): void {
    this.#own.addVersions(buffer);
  }

  addFlows(buffer: SlotBuffer): void {
    this.#own.addFlows(buffer);
  }

  addSlot({ slot, parentSlot, blockhash, blockTime, blockHeight }: BlockMeta): void {
    this.slotTime = blockTime ?? this.slotTime;
    appendRow(this.#slots, {
      slot,
      parent_slot: parentSlot,
      blockhash,
      block_time: blockTime ?? null,
      block_height: blockHeight ?? null,
    });
  }

  addCoverage(range: CoverageRange | undefined): void {
    if (!range) return;
    const { from, to, state, source, cause } = range;
    appendRow(this.#coverage, {
      from_slot: from,
      to_slot: to,
      state: COVERAGE_STATE[state],
      source,
      cause,
    });
  }

  addFlowRange({ from, to, source = 'stream' }: FlowRange): void {
    if (this.#flowLedger === undefined) return;
    appendRow(this.#flowCoverage, { from_slot: from, to_slot: to ?? STILL_GROWING, source });
  }

  get #ledgers(): readonly (readonly [table: string, rows: ColumnBlock])[] {
    const flowLedger = this.#flowLedger;
    return [
      ...(flowLedger === undefined ? [] : [[flowLedger, this.#flowCoverage] as const]),
      ['slots', this.#slots],
      ['coverage', this.#coverage],
    ];
  }

  /** Numbers the rows and returns them by table, in the order in which they must be written. */
  seal(revision: bigint, at: bigint): readonly TableRows[] {
    const numbering = { revision, correction: this.corrects ? revision : 0n, at };
    const ledgers = this.#ledgers;
    for (const [, block] of ledgers) numberRows(block, numbering);
    return [...this.#own.seal(numbering), ...ledgers];
  }

  clear(): void {
    this.#own.clear();
    for (const [, block] of this.#ledgers) block.clear();
    this.head = undefined;
    this.slotTime = undefined;
    this.revision = undefined;
    this.corrects = false;
    this.arrivals.length = 0;
  }
}
