import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type {
  AccountWrite,
  ChainEvent,
  ChainFeed,
  FrozenSlot,
} from '../../fixtures/localnet/chain/events.ts';
import type { ExecutedTransaction } from '../../fixtures/localnet/ledger/executed.ts';

import { scriptedTransaction } from './scripted-transaction.ts';

type Level = 'processed' | 'confirmed' | 'finalized';
type Draft = Partial<Omit<AccountWrite, 'slot' | 'writeVersion'>>;

/** 32 bytes that look like a key and are the same for the same name. */
export const key = (name: string): Uint8Array => createHash('sha256').update(name).digest();
export const key58 = (name: string): string => base58.encode(key(name));
export const signature = (name: string): Uint8Array => createHash('sha512').update(name).digest();

/** A chain that does exactly what a test says, one event at a time. */
export class ScriptedFeed implements ChainFeed {
  readonly heads: { processed: bigint; confirmed: bigint; finalized: bigint } = {
    processed: 0n,
    confirmed: 0n,
    finalized: 0n,
  };
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  readonly #frozen = new Map<bigint, FrozenSlot>();
  readonly #recent = new Map<bigint, { block: FrozenSlot; status: Level }>();
  readonly #writes = new Map<bigint, AccountWrite[]>();
  readonly #transactions = new Map<bigint, ExecutedTransaction[]>();
  #writeVersion = 1000n;

  get listeners(): number {
    return this.#listeners.size;
  }

  listen(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  recentSlots(): { block: FrozenSlot; status: Level }[] {
    return [...this.#recent.values()].sort((a, b) => (a.block.slot < b.block.slot ? -1 : 1));
  }

  createBank(slot: bigint, parentSlot = slot - 1n): void {
    this.#emit({ kind: 'created_bank', slot, parentSlot });
  }

  /** Anything left out is derived from `pubkey`'s default. */
  write(slot: bigint, draft: Draft = {}): AccountWrite {
    this.#writeVersion += 1n;
    const write: AccountWrite = {
      slot,
      pubkey: key('account'),
      owner: key('program'),
      lamports: 1_000_000n,
      data: new Uint8Array([1, 2, 3, 4]),
      signature: signature(`${slot}/${this.#writeVersion}`),
      ...draft,
      writeVersion: this.#writeVersion,
    };
    this.#writes.set(slot, [...(this.#writes.get(slot) ?? []), write]);
    this.#emit({ kind: 'write', write });
    return write;
  }

  /** Anything left out is an empty transaction that succeeded. */
  transact(slot: bigint, draft: Partial<Omit<ExecutedTransaction, 'slot' | 'indexInBlock'>> = {}): void {
    const before = this.#transactions.get(slot) ?? [];
    const transaction = scriptedTransaction(slot, before.length, draft);
    this.#transactions.set(slot, [...before, transaction]);
    this.#emit({ kind: 'transaction', transaction });
  }

  freeze(slot: bigint, parentSlot = slot - 1n): FrozenSlot {
    const writes = this.#writes.get(slot) ?? [];
    const transactions = this.#transactions.get(slot) ?? [];
    const block: FrozenSlot = {
      slot,
      parentSlot,
      blockhash: key58(`block ${slot}`),
      parentBlockhash: key58(`block ${parentSlot}`),
      blockTime: 1_790_000_000n + slot,
      blockHeight: slot,
      writes,
      transactions,
      transactionCount: BigInt(writes.length + transactions.length),
    };
    this.#frozen.set(slot, block);
    this.#emit({ kind: 'frozen', block });
    return block;
  }

  reach(slot: bigint, status: Level): void {
    const block = this.#frozen.get(slot);
    if (!block) throw new Error(`slot ${slot} is not frozen`);
    this.#recent.set(slot, { block, status });
    this.heads[status] = slot;
    this.#emit({ kind: 'status', slot, parentSlot: block.parentSlot, status });
  }

  die(slot: bigint, deadError: string, parentSlot = slot - 1n): void {
    this.#recent.delete(slot);
    this.#emit({ kind: 'status', slot, parentSlot, status: 'dead', deadError });
  }

  /** One slot from bank to `level`, writing each draft in order. */
  play(slot: bigint, drafts: readonly Draft[] = [{}], level: Level = 'finalized'): void {
    this.createBank(slot);
    for (const draft of drafts) this.write(slot, draft);
    this.freeze(slot);
    for (const next of ['processed', 'confirmed', 'finalized'] as const) {
      this.reach(slot, next);
      if (next === level) return;
    }
  }

  #emit(event: ChainEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
