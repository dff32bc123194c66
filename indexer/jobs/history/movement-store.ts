import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../../core/olap/native/layout.ts';
import type { Olap, SqlParameters } from '../../../core/olap/port.ts';
import { holds, type SlotRange } from '../../../core/rules/slot-ranges.ts';
import type { Transaction } from '../../model/source.ts';
import type { LedgerTransaction } from '../../source/rpc/ledger/transaction.ts';
import { persistentInsert } from '../../write/persistent-insert.ts';
import type { TransactionRef } from './page.ts';
import { placeOf, storedTexts } from './stored-texts.ts';
import { type StreamedTransaction, streamedTransactions } from './streamed-transactions.ts';

/** How the movements of one account are derived, stored and compared. */
export interface MovementKind<Row, Block extends ColumnBlock> {
  readonly table: 'escrow_flows' | 'treasury_transfers';
  readonly layout: Block['layout'];
  /** Which rows of the table belong to this account. */
  readonly where: { readonly sql: string; readonly parameters: SqlParameters };
  readonly rowsOf: (transaction: Transaction) => readonly Row[];
  readonly textOf: (row: Row, listed: ListedTransaction) => string;
  readonly append: (block: Block, listed: ListedTransaction, row: Row) => void;
}

export interface MovementStoreOptions {
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** Ranges in which every movement is already known. */
  readonly known: readonly SlotRange[];
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ListedTransaction extends LedgerTransaction {
  readonly ref: TransactionRef;
}

/** The result for a page of transactions. */
export interface Kept {
  /** Rows. */
  readonly written: number;
  readonly unchanged: number;
  /** Transactions in known ranges that were missing. */
  readonly missed: number;
  readonly differing: readonly TransactionRef[];
}

/** The node's listing of a range of slots. */
export interface Listing {
  /** Listed whole. */
  readonly range: SlotRange;
  /** The positions of successful transactions. */
  readonly places: ReadonlySet<string>;
  /** Whether the chain has a transaction in a slot, whatever was listed. */
  readonly has: (transaction: StreamedTransaction) => Promise<boolean>;
}

/**
 * Adds the movements of past transactions to those of the stream, by the same rules. Existing equal rows are
 * never written again. In a range that the stream covered, nothing is replaced, and nothing is added from a
 * transaction that the node has only in part; elsewhere this read takes precedence.
 */
export class MovementStore<Row, Block extends ColumnBlock> {
  readonly #kind: MovementKind<Row, Block>;
  readonly #options: MovementStoreOptions;

  constructor(kind: MovementKind<Row, Block>, options: MovementStoreOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  async keep(
    listed: readonly ListedTransaction[],
    { signal, dryRun }: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<Kept> {
    if (listed.length === 0) return { written: 0, unchanged: 0, missed: 0, differing: [] };
    const kind = this.#kind;
    const stored = await storedTexts(this.#options.olap.scanner, kind, rangeOf(listed), signal);
    const block = new ColumnBlock(kind.layout) as Block;
    const replaced: ListedTransaction[] = [];
    const differing: TransactionRef[] = [];
    let unchanged = 0;
    let missed = 0;
    for (const one of listed) {
      const rows = kind.rowsOf(one.transaction);
      const held = stored.get(placeOf(one.transaction.slot, one.transaction.signature)) ?? '';
      if (held === rows.map((row) => kind.textOf(row, one)).join('')) {
        unchanged += rows.length;
        continue;
      }
      const known = holds(this.#options.known, one.ref.slot);
      if (known && (held !== '' || !one.complete)) {
        differing.push(one.ref);
        continue;
      }
      if (known) missed += 1;
      if (held !== '') replaced.push(one);
      for (const row of rows) this.#add(block, one, row);
    }
    if (!dryRun) await this.#write(block, replaced, signal);
    return { written: block.rows, unchanged, missed, differing };
  }

  /**
   * Removes movements that the stream showed in slots that were later lost, if the chain does not have them
   * there: they died with their fork. Returns the number of transactions.
   */
  async removeDead(
    { range, places, has }: Listing,
    { signal, dryRun }: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<number> {
    const { olap, known } = this.#options;
    const streamed = await streamedTransactions(olap.scanner, this.#kind, range, signal);
    const unlisted = streamed.filter(
      ({ slot, signature }) => !holds(known, slot) && !places.has(placeOf(slot, signature)),
    );
    let dead = 0;
    for (const one of unlisted) {
      if (await has(one)) continue;
      if (!dryRun) await this.#remove(one);
      dead += 1;
    }
    return dead;
  }

  /** Rows of revision 0: a row from the stream always takes precedence. */
  #add(block: Block, listed: ListedTransaction, row: Row): void {
    this.#kind.append(block, listed, row);
    const column = (block.layout as BlockLayout).byName.block_time;
    if (listed.blockTime !== undefined && column) block.setI64(column, block.rows - 1, listed.blockTime);
  }

  async #write(block: Block, replaced: readonly ListedTransaction[], signal: AbortSignal): Promise<void> {
    const { olap, clock, logger } = this.#options;
    for (const { transaction } of replaced) await this.#remove(transaction);
    if (block.rows === 0) return;
    const context = { lane: olap.writer, clock, logger, lastTry: signal, deadline: signal };
    await persistentInsert(this.#kind.table, block, context);
  }

  async #remove({ slot, signature }: Pick<Transaction, 'slot' | 'signature'>): Promise<void> {
    const { table, where } = this.#kind;
    await this.#options.olap.writer.command({
      sql: `DELETE FROM ${table}
        WHERE ${where.sql} AND slot = {slot:UInt64} AND signature = unhex({signature:String})`,
      parameters: { ...where.parameters, slot, signature: Buffer.from(signature).toString('hex') },
    });
  }
}

function rangeOf(listed: readonly ListedTransaction[]): SlotRange {
  const slots = listed.map(({ ref }) => ref.slot).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { from: slots[0] ?? 0n, to: slots.at(-1) ?? 0n };
}
