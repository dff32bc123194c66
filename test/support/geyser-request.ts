import {
  geyser,
  type SubscribeRequest,
  type SubscribeRequestFilterAccounts,
  type SubscribeRequestFilterTransactions,
} from '../../core/kernel/geyser.ts';

interface LamportsDraft {
  readonly eq?: string;
  readonly ne?: string;
  readonly lt?: string;
  readonly gt?: string;
}

interface MemcmpDraft {
  readonly offset: string;
  readonly bytes?: Uint8Array;
  readonly base58?: string;
  readonly base64?: string;
}

export interface CheckDraft {
  readonly memcmp?: MemcmpDraft;
  readonly datasize?: string;
  readonly tokenAccountState?: boolean;
  readonly lamports?: LamportsDraft;
}

export type AccountsDraft = Partial<Omit<SubscribeRequestFilterAccounts, 'filters'>> & {
  readonly filters?: readonly CheckDraft[];
};

export type TransactionsDraft = Partial<SubscribeRequestFilterTransactions>;

/** A request as tests write it: what is left out is left out on the wire. */
export interface RequestDraft {
  readonly accounts?: Readonly<Record<string, AccountsDraft>>;
  readonly slots?: Readonly<Record<string, { filterByCommitment?: boolean; interslotUpdates?: boolean }>>;
  readonly blocksMeta?: Readonly<Record<string, object>>;
  readonly transactions?: Readonly<Record<string, TransactionsDraft>>;
  readonly transactionsStatus?: Readonly<Record<string, object>>;
  readonly blocks?: Readonly<Record<string, object>>;
  /** Any number, so that a test can ask for a level that does not exist. */
  readonly commitment?: number;
  readonly accountsDataSlice?: readonly { readonly offset: string; readonly length: string }[];
  readonly ping?: { readonly id: number };
  readonly fromSlot?: string;
}

export function requestOf(draft: RequestDraft): SubscribeRequest {
  // The generated parameter type refuses every array, whatever it holds.
  return geyser.SubscribeRequest.fromPartial(draft as never);
}
