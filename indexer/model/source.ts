import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { AccountView } from './account-view.ts';
import type { Transaction } from './transaction.ts';

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
  /** Accounts followed by key: launch configs, escrow and vault token accounts, mints. */
  readonly accounts: readonly string[];
  /** Accounts whose successful transactions are all delivered; none by default. */
  readonly transactions?: readonly string[] | undefined;
  /** Replay from this slot, inclusive, if the server still has it. */
  readonly fromSlot?: bigint | undefined;
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
  /** Resolves exactly once, never rejects. */
  readonly ended: Promise<StreamEnd>;
}

/** A Yellowstone source. Each `subscribe` opens its own stream. */
export interface UpdateSource {
  readonly transport: string;
  subscribe(filter: SubscriptionFilter, sink: UpdateSink): Subscription;
  close(): Promise<void>;
}
