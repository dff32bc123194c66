import { geyser } from '../../core/kernel/geyser.ts';
import type { SubscriptionFilter } from '../model/source.ts';

const COMMITMENT = {
  confirmed: geyser.CommitmentLevel.CONFIRMED,
  finalized: geyser.CommitmentLevel.FINALIZED,
} as const;

/** The whole filter set of a stream. */
export function encodeRequest(filter: SubscriptionFilter): Uint8Array {
  const { accounts, owner, transactions = [] } = filter;
  return geyser.SubscribeRequest.encode(
    geyser.SubscribeRequest.fromPartial({
      accounts: {
        program: { owner: [owner] },
        ...(accounts.length > 0 && { keys: { account: [...accounts] } }),
      },
      // A filter without keys would ask for every transaction of the chain.
      ...(transactions.length > 0 && {
        transactions: { keys: { vote: false, failed: false, accountInclude: [...transactions] } },
      }),
      // Dead slots are told only among the statuses between slots.
      slots: { all: { filterByCommitment: false, interslotUpdates: true } },
      blocksMeta: { all: {} },
      commitment: COMMITMENT[filter.commitment],
      ...(filter.fromSlot !== undefined && { fromSlot: filter.fromSlot.toString() }),
    }),
  ).finish();
}

/** Asks for nothing any more. */
export const EMPTY_REQUEST = geyser.SubscribeRequest.encode(geyser.SubscribeRequest.fromPartial({})).finish();

/**
 * The answer to a server's ping, so that proxies see traffic from this side too. A request with `ping` is
 * nothing but a ping to the server, whatever else it holds.
 */
export const PING_REQUEST = geyser.SubscribeRequest.encode(
  geyser.SubscribeRequest.fromPartial({ ping: { id: 1 } }),
).finish();
