import { geyser } from '../../core/kernel/geyser.ts';
import type { ProgramFilter } from '../../idl/anchor/program.ts';
import type { SubscriptionFilter } from '../model/source.ts';
import type { StreamShare } from './shares.ts';

const COMMITMENT = {
  confirmed: geyser.CommitmentLevel.CONFIRMED,
  finalized: geyser.CommitmentLevel.FINALIZED,
} as const;

/** All filters of one stream of a subscription. Their names say of which request of the stream they are. */
export function encodeRequest(
  { commitment, ownerFilters = [], fromSlot }: SubscriptionFilter,
  { owner, accounts, transactions }: StreamShare,
  generation = 0,
): Uint8Array {
  const name = (text: string): string => `${text}${suffixOf(generation)}`;
  return geyser.SubscribeRequest.encode(
    geyser.SubscribeRequest.fromPartial({
      accounts: {
        ...(owner !== undefined && {
          [name('program')]: { owner: [owner], filters: ownerFilters.map(filterOfAccount) },
        }),
        ...named(accounts, name, (account) => ({ account })),
      },
      transactions: named(transactions, name, (accountInclude) => ({
        vote: false,
        failed: false,
        accountInclude,
      })),
      // Dead slots are reported only among the statuses between slots.
      slots: { [name('all')]: { filterByCommitment: false, interslotUpdates: true } },
      blocksMeta: { [name('all')]: {} },
      commitment: COMMITMENT[commitment],
      ...(fromSlot !== undefined && { fromSlot: fromSlot.toString() }),
    }),
  ).finish();
}

function filterOfAccount(filter: ProgramFilter) {
  if ('dataSize' in filter) return { datasize: `${filter.dataSize}` };
  const { offset, bytes } = filter.memcmp;
  return { memcmp: { offset: `${offset}`, base58: bytes } };
}

/** Whether a filter is of this request of its stream. */
export function isOf(generation: number, filterName: string): boolean {
  return filterName.endsWith(suffixOf(generation));
}

const suffixOf = (generation: number): string => (generation === 0 ? '' : `.${generation}`);

/** A filter for each list of keys; none without keys, which would request everything on the chain. */
function named<Filter>(
  lists: readonly (readonly string[])[],
  nameOf: (text: string) => string,
  filterOf: (keys: string[]) => Filter,
): Record<string, Filter> {
  return Object.fromEntries(
    lists.map((keys, at) => [nameOf(`keys${at === 0 ? '' : at}`), filterOf([...keys])]),
  );
}

/** Requests nothing any more. */
export const EMPTY_REQUEST = geyser.SubscribeRequest.encode(geyser.SubscribeRequest.fromPartial({})).finish();

/**
 * The answer to a server's ping, so that proxies see traffic from this side too. The server treats a request with
 * `ping` only as a ping, whatever else it contains.
 */
export const PING_REQUEST = geyser.SubscribeRequest.encode(
  geyser.SubscribeRequest.fromPartial({ ping: { id: 1 } }),
).finish();
