import type { SubscriptionFilter } from '../model/source.ts';
import type { StreamLimits } from './stream-limits.ts';

/** What one stream of a subscription asks for besides slots and blocks: each list of keys is one filter. */
export interface StreamShare {
  /** The program whose accounts this stream follows. */
  readonly owner: string | undefined;
  readonly accounts: readonly (readonly string[])[];
  readonly transactions: readonly (readonly string[])[];
}

/** Divides a subscription into as few streams as the limits allow. */
export function sharesOf(
  filter: SubscriptionFilter,
  { keys, filters }: StreamLimits,
): readonly StreamShare[] {
  const accounts = chunks(filter.accounts, keys);
  const transactions = chunks(filter.transactions ?? [], keys);
  // The owner takes the place of one filter in the first stream.
  const streams = Math.max(
    Math.ceil((accounts.length + 1) / filters),
    Math.ceil(transactions.length / filters),
    1,
  );
  return Array.from({ length: streams }, (_, stream) => {
    const from = stream * filters - 1;
    return {
      owner: stream === 0 ? filter.owner : undefined,
      accounts: streams === 1 ? accounts : accounts.slice(Math.max(from, 0), from + filters),
      transactions:
        streams === 1 ? transactions : transactions.slice(stream * filters, (stream + 1) * filters),
    };
  });
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size) || (items.length > 0 ? 1 : 0);
  return Array.from({ length: count }, (_, at) =>
    count === 1 ? items : items.slice(at * size, (at + 1) * size),
  );
}
