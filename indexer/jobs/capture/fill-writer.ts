import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { ClosedAccount } from '../../model/closed-rows.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import { Batch } from '../../write/batch.ts';
import { persistentInsert } from '../../write/persistent-insert.ts';
import { anchorRows } from './anchors.ts';
import type { Fill } from './plan.ts';
import { rowStates, type StateWriter } from './row-states.ts';

export interface FillWriterOptions extends StateWriter {
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

/** The rows of a chunk for slots below the index's head. */
export class FillBatch {
  readonly rows = new Batch();
  /** Accounts with rows in each filled range. */
  readonly touched = new Map<Fill, Map<string, ClosedAccount>>();

  /** Rows of a slot inside a filled range. */
  addRows(fill: Fill, buffer: SlotBuffer): void {
    this.rows.addVersions(buffer);
    const touched = this.touched.get(fill) ?? new Map<string, ClosedAccount>();
    for (const { address, account } of rowStates(buffer)) {
      if (account.kind !== 'quarantine' || !touched.has(address)) touched.set(address, account);
    }
    this.touched.set(fill, touched);
  }
}

/** Revision of backfilled rows: below that of every row of the indexer, so they never disturb it. */
const BACKFILLED = 0n;

/** Writes rows below the checkpoint, while another process may write above it: first the anchors, then the rows. */
export class FillWriter {
  readonly #options: FillWriterOptions;
  /** Accounts anchored so far, by the slot of their anchors. */
  readonly #anchored = new Map<bigint, Set<string>>();
  /** Anchors written by this process. */
  anchors = 0;

  constructor(options: FillWriterOptions) {
    this.#options = options;
  }

  async write({ rows, touched }: FillBatch): Promise<void> {
    for (const [fill, accounts] of touched) await this.anchor(fill, accounts);
    await this.#insert(rows);
  }

  /** Keeps the index's answers about accounts above a filled range, whatever happens to their rows inside. */
  async anchor({ next: slot }: Fill, accounts: ReadonlyMap<string, ClosedAccount>): Promise<void> {
    const anchored = this.#anchored.get(slot) ?? new Set<string>();
    this.#anchored.set(slot, anchored);
    const missing = new Map([...accounts].filter((one) => !anchored.has(anchorKey(one))));
    if (missing.size === 0) return;
    const { olap, revision, signal, decoder, program } = this.#options;
    const rows = await anchorRows(missing, {
      lane: olap.scanner,
      revision,
      signal,
      decoder,
      program,
      slot,
    });
    const batch = new Batch();
    for (const buffer of rows) batch.addVersions(buffer);
    await this.#insert(batch);
    this.anchors += batch.accountRows;
    for (const one of missing) anchored.add(anchorKey(one));
  }

  async #insert(batch: Batch): Promise<void> {
    const { olap, clock, logger, signal } = this.#options;
    const context = { lane: olap.writer, clock, logger, lastTry: signal, deadline: signal };
    for (const [table, block] of batch.seal(BACKFILLED, BigInt(clock.now()))) {
      if (block.rows > 0) await persistentInsert(table, block, context);
    }
  }
}

/** Quarantined accounts get their own anchors: they are in their own table. */
function anchorKey([address, { kind }]: readonly [string, ClosedAccount]): string {
  return kind === 'quarantine' ? `raw ${address}` : address;
}
