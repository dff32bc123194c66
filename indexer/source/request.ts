import { geyser } from '../../core/kernel/geyser.ts';
import type { SubscriptionFilter } from '../model/source.ts';

const COMMITMENT = {
  confirmed: geyser.CommitmentLevel.CONFIRMED,
  finalized: geyser.CommitmentLevel.FINALIZED,
} as const;

/** All filters of a stream. */
export function encodeRequest(filter: SubscriptionFilter): Uint8Array {
  const { accounts, owner, transactions = [] } = filter;
  return geyser.SubscribeRequest.encode(
    geyser.SubscribeRequest.fromPartial({
      accounts: {
        program: { owner: [owner] },
        ...(accounts.length > 0 && { keys: { account: [...accounts] } }),
      },
      // A filter without keys would request every transaction of the chain.
      ...(transactions.length > 0 && {
        transactions: { keys: { vote: false, failed: false, accountInclude: [...transactions] } },
      }),
      // Dead slots are reported only among the statuses between slots.
      slots: { all: { filterByCommitment: false, interslotUpdates: true } },
      blocksMeta: { all: {} },
      commitment: COMMITMENT[filter.commitment],
      ...(filter.fromSlot !== undefined && { fromSlot: filter.fromSlot.toString() }),
    }),
  ).finish();
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
