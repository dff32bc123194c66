import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { ProgramFilter } from '../../idl/anchor/program.ts';

/**
 * One account update, as a view of the bytes that carried it. Every source (stream, RPC snapshot, capture)
 * provides the same view. A sink may read it only during the call: the source reuses the object and the buffer.
 */
export interface AccountView {
  /** Holds the key, owner, data and signature. */
  readonly bytes: Buffer;
  readonly pubkeyAt: number;
  readonly ownerAt: number;
  readonly dataAt: number;
  readonly dataLength: number;
  /** Offset of the 64-byte transaction signature, or -1 if there is none. */
  readonly signatureAt: number;
  /** 24 bytes, little-endian u64 each: slot at 0, lamports at 8, write version at 16. */
  readonly numbers: Buffer;
}

export const SLOT_AT = 0;
export const LAMPORTS_AT = 8;
export const WRITE_VERSION_AT = 16;

interface GoneAccount {
  readonly slot: bigint;
  readonly address: Buffer;
  readonly writeVersion?: bigint;
  /** 64 bytes, of the transaction that closed it. */
  readonly signature?: Buffer;
}

/** The view of an account that does not exist at `slot`. */
export function goneView({ slot, address, writeVersion = 0n, signature }: GoneAccount): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(0n, LAMPORTS_AT);
  numbers.writeBigUInt64LE(writeVersion, WRITE_VERSION_AT);
  const bytes = signature ? Buffer.concat([address, signature]) : address;
  const signatureAt = signature ? address.length : -1;
  return { bytes, pubkeyAt: 0, ownerAt: 0, dataAt: 0, dataLength: 0, signatureAt, numbers };
}

/** The balance of one token account before or after a transaction. */
export interface TokenBalance {
  /** Index of the account among the transaction's keys. */
  readonly accountIndex: number;
  readonly mint: Uint8Array;
  /** Undefined if the node does not provide it. */
  readonly owner: Uint8Array | undefined;
  /** Base units. */
  readonly amount: bigint;
}

export interface TransactionInstruction {
  /** Index of the program among the transaction's keys. */
  readonly program: number;
  /** Indexes of the accounts among the transaction's keys. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
  /** The instruction of the message that it is or that called it, from 0. */
  readonly outer?: number | undefined;
  /** Of what that one called, the how manyth in order; 0 for itself. */
  readonly inner?: number | undefined;
  /** 1 for an instruction of the message, 2 for what it called, and so on; undefined if the node does not say. */
  readonly height?: number | undefined;
}

/**
 * One executed transaction, from any source. Bytes may be views of the message that carried them: a sink may read
 * them only during the call.
 */
export interface Transaction {
  readonly slot: bigint;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly failed: boolean;
  /** The message's own keys, then the writable and the readonly ones from lookup tables. */
  readonly accountKeys: readonly Uint8Array[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  /** Its position in the block; undefined if the source does not provide it. */
  readonly index?: number | undefined;
  /** Keys of `accountKeys` with lamports before and none after it: accounts that it closed. */
  readonly emptied?: readonly Uint8Array[] | undefined;
  /** Each instruction of the message, followed by those that it called, as far as the node recorded them. */
  readonly instructions: readonly TransactionInstruction[];
  /** Whether the node recorded what instructions called. */
  readonly innerRecorded?: boolean | undefined;
  /** Lines of the log, as UTF-8; undefined if the node recorded none. */
  readonly logs?: readonly Uint8Array[] | undefined;
}

export type SlotStatus = 'processed' | 'confirmed' | 'finalized' | 'dead';

export interface SlotUpdate {
  readonly slot: bigint;
  readonly parent: bigint | undefined;
  readonly status: SlotStatus;
  readonly deadError?: string | undefined;
}

export interface BlockMeta {
  readonly slot: bigint;
  readonly parentSlot: bigint;
  readonly blockhash: string;
  /** Unix seconds, absent if the node does not know. */
  readonly blockTime: bigint | undefined;
  readonly blockHeight: bigint | undefined;
}

/** The output of a source, in order of arrival. Calls are synchronous; `account` must not keep the view. */
export interface UpdateSink {
  account(view: AccountView): void;
  /** Only if the filter names accounts for it and the sink supports it. The bytes must not be kept. */
  transaction?(transaction: Transaction): void;
  slot(update: SlotUpdate): void;
  blockMeta(meta: BlockMeta): void;
  /** Any sign of life without data: a ping or the answer to ours. */
  ping?(): void;
}

/** The filters of a subscription. */
export interface SubscriptionFilter {
  readonly commitment: Commitment;
  /** Program whose accounts are followed by owner. */
  readonly owner: string;
  /** Of those, only accounts for which all of these hold. */
  readonly ownerFilters?: readonly ProgramFilter[] | undefined;
  /** Accounts followed by key: launch configs, escrow and vault token accounts, mints. */
  readonly accounts: readonly string[];
  /** Accounts whose successful transactions are all delivered; none by default. */
  readonly transactions?: readonly string[] | undefined;
  /** Replay from this slot, inclusive, if the server still has it. */
  readonly fromSlot?: bigint | undefined;
  /** The replay shows a block at or below this slot, if anything is replayed at all. */
  readonly replaysBelow?: bigint | undefined;
}

/** How a subscription ended, as a value: the pipeline decides the next step from this alone. */
export type StreamEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'disconnected'; readonly detail: string }
  /** Open but useless: nothing arrived any more, or only pings and no slots. */
  | { readonly kind: 'frozen'; readonly detail: string }
  /** The server disconnected us because we read too slowly. */
  | { readonly kind: 'lagged'; readonly detail: string }
  /** `from_slot` is older than the server's window; `firstAvailable` if it said so. */
  | { readonly kind: 'out_of_range'; readonly detail: string; readonly firstAvailable: bigint | undefined }
  /** The server has nothing to replay from `from_slot`, or does not support it. */
  | { readonly kind: 'replay_unavailable'; readonly detail: string }
  /** Wrong x-token, refused filter, wrong service: repeating the same request cannot help. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The sink threw. The fault is ours, so retrying does not help. */
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Subscription {
  /** Stops reading; the transport's window fills and the server waits. */
  pause(): void;
  resume(): void;
  /** Ends the stream; `ended` then resolves with `closed`. */
  close(): void;
  /** Ends like `close`, and leaves the stream to the next subscription of the same source, if it can. */
  leave?(): void;
  /** Resolves exactly once, never rejects. */
  readonly ended: Promise<StreamEnd>;
  /** Into how many streams the server's limits have divided it; undefined if it is always one. */
  readonly streams?: number;
}

/** A Yellowstone source. Each `subscribe` opens its own stream. */
export interface UpdateSource {
  readonly transport: string;
  subscribe(filter: SubscriptionFilter, sink: UpdateSink): Subscription;
  close(): Promise<void>;
}
