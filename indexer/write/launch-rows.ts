import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../core/olap/native/layout.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import {
  ESCROW_FLOWS,
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TREASURY_TRANSFERS,
} from '../model/tables.ts';
import { type BatchRows, type Numbering, numberRows } from './batch-rows.ts';

type ColumnsOf<Layout> = Layout extends BlockLayout<infer Name> ? ColumnBlock<Name> : never;

/** The rows of launches and rewards in one batch. */
export class LaunchRows implements BatchRows {
  readonly #launches: ColumnsOf<typeof LAUNCH_VERSIONS> = new ColumnBlock(LAUNCH_VERSIONS);
  readonly #pledges: ColumnsOf<typeof PLEDGE_VERSIONS> = new ColumnBlock(PLEDGE_VERSIONS);
  readonly #tokenAccounts: ColumnsOf<typeof TOKEN_ACCOUNT_VERSIONS> = new ColumnBlock(TOKEN_ACCOUNT_VERSIONS);
  readonly #mints: ColumnsOf<typeof MINT_VERSIONS> = new ColumnBlock(MINT_VERSIONS);
  readonly #quarantine: ColumnsOf<typeof QUARANTINE> = new ColumnBlock(QUARANTINE);
  readonly #flows: ColumnsOf<typeof ESCROW_FLOWS> = new ColumnBlock(ESCROW_FLOWS);
  readonly #transfers: ColumnsOf<typeof TREASURY_TRANSFERS> = new ColumnBlock(TREASURY_TRANSFERS, {
    capacity: 8,
  });

  get rows(): number {
    return this.accountRows + this.#flows.rows + this.#transfers.rows;
  }

  get accountRows(): number {
    const { rows } = this.#quarantine;
    return this.#launches.rows + this.#pledges.rows + this.#tokenAccounts.rows + this.#mints.rows + rows;
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, [, block]) => sum + block.byteLength, 0);
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
    ] as const;
  }

  seal(numbering: Numbering): ReturnType<BatchRows['seal']> {
    const blocks = this.#blocks;
    for (const [, block] of blocks) numberRows(block, numbering);
    return blocks;
  }

  clear(): void {
    for (const [, block] of this.#blocks) block.clear();
  }
}
