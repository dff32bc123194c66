import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../core/olap/native/layout.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { CoverageRange, FlowRange } from '../model/completed-slot.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { BlockMeta } from '../model/source.ts';
import {
  COVERAGE,
  COVERAGE_STATE,
  ESCROW_FLOWS,
  FLOW_COVERAGE,
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  SLOTS,
  TOKEN_ACCOUNT_VERSIONS,
  TREASURY_TRANSFERS,
} from '../model/tables.ts';
import type { SlotArrival } from './batch-span.ts';

/** `to_slot` in `flow_coverage` of a range that grows with every checkpoint: the greatest u64. */
export const STILL_GROWING = U64_MAX;

type ColumnsOf<Layout> = Layout extends BlockLayout<infer Name> ? ColumnBlock<Name> : never;

/** Whole slots for the store, under one revision. Rows are copied in, so a slot's buffer is free again. */
export class Batch {
  readonly #launches: ColumnsOf<typeof LAUNCH_VERSIONS> = new ColumnBlock(LAUNCH_VERSIONS);
  readonly #pledges: ColumnsOf<typeof PLEDGE_VERSIONS> = new ColumnBlock(PLEDGE_VERSIONS);
  readonly #tokenAccounts: ColumnsOf<typeof TOKEN_ACCOUNT_VERSIONS> = new ColumnBlock(TOKEN_ACCOUNT_VERSIONS);
  readonly #mints: ColumnsOf<typeof MINT_VERSIONS> = new ColumnBlock(MINT_VERSIONS);
  readonly #quarantine: ColumnsOf<typeof QUARANTINE> = new ColumnBlock(QUARANTINE);
  readonly #flows: ColumnsOf<typeof ESCROW_FLOWS> = new ColumnBlock(ESCROW_FLOWS);
  readonly #transfers: ColumnsOf<typeof TREASURY_TRANSFERS> = new ColumnBlock(TREASURY_TRANSFERS, {
    capacity: 8,
  });
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

  get rows(): number {
    const ledgers = this.#coverage.rows + this.#flowCoverage.rows;
    return this.accountRows + this.#flows.rows + this.#transfers.rows + this.#slots.rows + ledgers;
  }

  get accountRows(): number {
    const { rows } = this.#quarantine;
    return this.#launches.rows + this.#pledges.rows + this.#tokenAccounts.rows + this.#mints.rows + rows;
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, [, block]) => sum + block.byteLength, 0);
  }

  addAccounts(buffer: SlotBuffer): void {
    this.addVersions(buffer);
    this.addFlows(buffer);
  }

  addVersions(buffer: SlotBuffer): void {
    this.#launches.appendFrom(buffer.launches);
    this.#pledges.appendFrom(buffer.pledges);
    this.#tokenAccounts.appendFrom(buffer.tokenAccounts);
    this.#mints.appendFrom(buffer.mints);
    this.#quarantine.appendFrom(buffer.quarantine);
  }

  addFlows(buffer: SlotBuffer): void {
    this.#flows.appendFrom(buffer.escrowFlows);
    this.#transfers.appendFrom(buffer.treasuryTransfers);
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

  addFlowRange({ from, to }: FlowRange): void {
    appendRow(this.#flowCoverage, { from_slot: from, to_slot: to ?? STILL_GROWING, source: 'stream' });
  }

  /** The blocks by table, in the order in which they must be written. */
  get #blocks() {
    return [
      ['launch_versions', this.#launches],
      ['pledge_versions', this.#pledges],
      ['token_account_versions', this.#tokenAccounts],
      ['mint_versions', this.#mints],
      ['quarantine', this.#quarantine],
      ['escrow_flows', this.#flows],
      ['treasury_transfers', this.#transfers],
      ['flow_coverage', this.#flowCoverage],
      ['slots', this.#slots],
      ['coverage', this.#coverage],
    ] as const;
  }

  /** Numbers the rows and returns the blocks. */
  seal(revision: bigint, at: bigint): readonly (readonly [table: string, block: ColumnBlock])[] {
    const blocks = this.#blocks;
    for (const [, block] of blocks) {
      const { byName } = block.layout;
      block.fillU64(byName.revision, revision);
      if ('correction' in byName) block.fillU64(byName.correction, this.corrects ? revision : 0n);
    }
    for (const block of [this.#quarantine, this.#flowCoverage, this.#coverage])
      block.fillU64(block.layout.byName.at, at);
    return blocks;
  }

  clear(): void {
    for (const [, block] of this.#blocks) block.clear();
    this.head = undefined;
    this.slotTime = undefined;
    this.revision = undefined;
    this.corrects = false;
    this.arrivals.length = 0;
  }
}
