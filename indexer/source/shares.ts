import { inChunks } from '../../core/kernel/chunks.ts';
import type { SubscriptionFilter } from '../model/source.ts';
import type { StreamLimits } from './stream-limits.ts';

/** What one stream of a subscription asks for besides slots and blocks: each list of keys is one filter. */
export interface StreamShare {
  /** The program whose accounts this stream follows. */
  readonly owner: string | undefined;
  readonly accounts: readonly (readonly string[])[];
  readonly transactions: readonly (readonly string[])[];
}

/** Takes the place of the filter by owner when filters are counted. */
const OWNER: readonly string[] = [];

/** Divides a subscription into as few streams as the limits allow. */
export function sharesOf(
  filter: SubscriptionFilter,
  { keys, filters }: StreamLimits,
): readonly StreamShare[] {
  const accounts = inChunks([OWNER, ...inChunks(filter.accounts, keys)], filters);
  const transactions = inChunks(inChunks(filter.transactions ?? [], keys), filters);
  return Array.from({ length: Math.max(accounts.length, transactions.length) }, (_, stream) => ({
    owner: stream === 0 ? filter.owner : undefined,
    accounts: (accounts[stream] ?? []).filter((list) => list !== OWNER),
    transactions: transactions[stream] ?? [],
  }));
}
