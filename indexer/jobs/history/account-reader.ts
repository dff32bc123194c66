import { base58 } from '@scure/base';
import type PQueue from 'p-queue';
import { counted } from '../../../core/kernel/counted.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import {
  type BackfillChunk,
  type ChunkContext,
  type ChunkOutcome,
  type ChunkSequence,
  type Gap,
  NOTHING,
} from '../../backfill/job.ts';
import { type LedgerRpc, type ListedSignature, MAX_SIGNATURES } from '../../source/rpc/ledger/ledger.ts';
import type { LedgerTransaction } from '../../source/rpc/ledger/transaction.ts';
import type { Kept, ListedTransaction, Listing } from './movement-store.ts';
import { type PageDetail, pageOutcome, parsePage, type TransactionRef } from './page.ts';
import { placeOf } from './stored-texts.ts';

/** Only what cannot be rolled back. */
export const HISTORY_COMMITMENT: Commitment = 'finalized';

/** A token account whose transactions are read. */
export interface HistoryAccount {
  /** Base58. */
  readonly address: string;
  /** The display name of its owner. */
  readonly of: string;
  /** Its movements. */
  readonly what: string;
}

export interface ReaderOptions {
  readonly ledger: LedgerRpc;
  /** Limits concurrent requests, over all launches. */
  readonly pool: PQueue;
  readonly store: {
    keep(
      listed: readonly ListedTransaction[],
      how: { readonly signal: AbortSignal; readonly dryRun: boolean },
    ): Promise<Kept>;
    removeDead(
      listing: Listing,
      how: { readonly signal: AbortSignal; readonly dryRun: boolean },
    ): Promise<number>;
  };
  readonly range: SlotRange;
  /** Transactions per chunk, at most 1,000. */
  readonly pageSize: number;
  /** Called with the number of transactions still to be read. */
  readonly expect: (count: number) => void;
}

/** Reads the transactions of one token account, newest first, page by page. */
export class AccountReader {
  readonly account: HistoryAccount;
  readonly #options: ReaderOptions;
  #counted = false;
  withoutInner = 0;
  missed = 0;
  dead = 0;
  /** Whether everything since the account's first transaction was read. */
  begins = false;
  readonly differing: TransactionRef[] = [];
  readonly gaps: Gap[] = [];

  constructor(account: HistoryAccount, options: ReaderOptions) {
    this.account = account;
    this.#options = options;
  }

  async *pages(): ChunkSequence {
    let page: PageDetail | undefined;
    do {
      const outcome = yield this.#chunk(page);
      page = parsePage(outcome);
      this.withoutInner += page.withoutInner;
      this.missed += page.missed;
      this.dead += page.dead;
      this.begins = page.begins;
      this.differing.push(...page.differing);
      this.gaps.push(...(outcome.gaps ?? []));
    } while (page.next !== undefined);
  }

  #chunk(previous: PageDetail | undefined): BackfillChunk {
    const before = previous?.next;
    return {
      key: `${this.account.address} ${before ?? 'newest'}`,
      run: (context) => this.#read(before, previous?.oldest, context),
    };
  }

  async #read(
    before: string | undefined,
    oldestBefore: TransactionRef | undefined,
    context: ChunkContext,
  ): Promise<ChunkOutcome> {
    const { range, pageSize } = this.#options;
    const listed = await this.#list(before, pageSize, context.signal);
    if (!this.#counted) await this.#count(listed, context.signal);
    const last = listed.at(-1);
    const oldest = listed.findLast(({ failed }) => !failed) ?? oldestBefore;
    const outcome = await this.#take(listed, context);
    const common = { ...outcome.detail, begins: false, ...(oldest && { oldest: ref(oldest) }) };
    const removeDead = (from: bigint): Promise<number> =>
      this.#removeDead(listed, { from, to: oldestBefore?.slot ?? range.to }, context);
    // A node may return short pages in the middle; only an empty one is the end.
    if (last) {
      const detail = { ...common, dead: await removeDead(last.slot) };
      const next = last.slot >= range.from ? { next: last.signature } : {};
      return pageOutcome(outcome.counts, { ...detail, ...next });
    }
    const begins = await this.#sawBegin(oldest, context.signal);
    const missing = begins ? undefined : await this.#missingBegin(oldest, context.signal);
    const gaps = [...outcome.gaps, ...(missing ? [missing] : [])];
    const dead = missing ? 0 : await removeDead(range.from);
    return pageOutcome({ ...outcome.counts, gaps }, { ...common, dead, begins });
  }

  /** Between the oldest transactions of the previous page and this one, the node has listed everything. */
  #removeDead(
    listed: readonly ListedSignature[],
    { from, to }: SlotRange,
    context: ChunkContext,
  ): Promise<number> {
    const { store, range } = this.#options;
    const succeeded = listed.filter(({ failed }) => !failed);
    const listing: Listing = {
      range: { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to },
      places: new Set(succeeded.map(({ slot, signature }) => placeOf(slot, base58.decode(signature)))),
      has: async ({ slot, signature }) =>
        (await this.#fetch(base58.encode(signature), context.signal))?.transaction.slot === slot,
    };
    return store.removeDead(listing, context);
  }

  async #take(listed: readonly ListedSignature[], context: ChunkContext) {
    const { store, range } = this.#options;
    const { signal, dryRun } = context;
    const wanted = listed.filter(({ slot, failed }) => !failed && slot >= range.from && slot <= range.to);
    const fetched = await Promise.all(
      wanted.map(async (row) => {
        const found = await this.#fetch(row.signature, signal);
        context.advance(1);
        return { row, found };
      }),
    );
    const read = fetched.flatMap(({ row, found }) => (found ? [{ ref: ref(row), ...found }] : []));
    const pruned = fetched.flatMap(({ row, found }) => (found ? [] : [row]));
    const kept = await store.keep(read, { signal, dryRun });
    const gaps = pruned.length === 0 ? [] : [this.#prunedGap(pruned)];
    const { missed, differing, written, unchanged } = kept;
    const withoutInner = read.filter(({ complete }) => !complete).length;
    return {
      counts: { ...NOTHING, read: wanted.length, written, unchanged, gaps },
      gaps,
      detail: { withoutInner, missed, differing },
    };
  }

  #fetch(signature: string, signal: AbortSignal): Promise<LedgerTransaction | undefined> {
    const { ledger, pool } = this.#options;
    return pool.add(() => {
      signal.throwIfAborted();
      return ledger.getTransaction(signature, { commitment: HISTORY_COMMITMENT, signal });
    });
  }

  #list(before: string | undefined, limit: number, signal: AbortSignal): Promise<ListedSignature[]> {
    const { ledger, pool } = this.#options;
    const page = { before, limit, commitment: HISTORY_COMMITMENT, signal };
    return pool.add(() => ledger.getSignaturesForAddress(this.account.address, page));
  }

  /** Counts the account's remaining transactions, one call per thousand, so that progress has an end. */
  async #count(first: readonly ListedSignature[], signal: AbortSignal): Promise<void> {
    this.#counted = true;
    const { expect, range } = this.#options;
    const wanted = (rows: readonly ListedSignature[]): number =>
      rows.filter(({ slot, failed }) => !failed && slot >= range.from && slot <= range.to).length;
    let count = wanted(first);
    for (let last = first.at(-1); last && last.slot >= range.from; ) {
      const rows = await this.#list(last.signature, MAX_SIGNATURES, signal);
      count += wanted(rows);
      last = rows.at(-1);
    }
    expect(count);
  }

  /** Before the oldest transaction the account did not exist, so none is missing. */
  async #sawBegin(oldest: TransactionRef | undefined, signal: AbortSignal): Promise<boolean> {
    const first = oldest && (await this.#fetch(oldest.signature, signal));
    return first !== undefined && !holdsBefore(first, this.account);
  }

  /** The gap of a listing that does not reach the account's beginning; nothing if the node has all requested slots. */
  async #missingBegin(oldest: TransactionRef | undefined, signal: AbortSignal): Promise<Gap | undefined> {
    const { ledger, range } = this.#options;
    const { from, to } = range;
    const { of, what } = this.account;
    if (from > 0n && (await ledger.hasBlocksFrom(from, signal))) return undefined;
    if (!oldest) {
      const cause = `the node lists no transaction of its ${what} token account`;
      return { of, fromSlot: from, toSlot: to, cause };
    }
    const toSlot = oldest.slot <= from ? from : oldest.slot - 1n < to ? oldest.slot - 1n : to;
    const cause = `the node's transactions of the ${what} begin at slot ${oldest.slot}, when it existed already`;
    return { of, fromSlot: from, toSlot, cause };
  }

  #prunedGap(rows: readonly ListedSignature[]): Gap {
    const slots = rows.map(({ slot }) => slot).sort((a, b) => (a < b ? -1 : 1));
    return {
      of: this.account.of,
      fromSlot: slots[0],
      toSlot: slots.at(-1),
      cause: `the node no longer has ${counted(rows.length, 'transaction')}, beginning with ${rows[0]?.signature}`,
    };
  }
}

function holdsBefore(
  { transaction: { accountKeys, preTokenBalances } }: LedgerTransaction,
  { address }: HistoryAccount,
): boolean {
  const index = accountKeys.findIndex((key) => pubkeyFromBytes(key) === address);
  return preTokenBalances.some(({ accountIndex }) => accountIndex === index);
}

function ref({ signature, slot }: TransactionRef): TransactionRef {
  return { signature, slot };
}
