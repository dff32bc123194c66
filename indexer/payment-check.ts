import type { Clock } from '../core/kernel/clock.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Olap } from '../core/olap/port.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import { checkPaidFacts, type PaidFacts } from './audit/paid-facts.ts';
import { rewardAccounts } from './chain-settings.ts';
import { newestCheckpoint } from './model/checkpoint.ts';
import { lookupFor } from './payment-lookup.ts';
import { RpcClient } from './source/rpc/client.ts';

export type { PaidFacts };

export interface PaymentCheckParts {
  readonly settings: Settings;
  readonly olap: Olap;
  readonly clock: Clock;
  readonly rpcLimit: RpcLimit;
}

/** Checks the payments of the reward ledger at the newest slot of the index, and through the node if one is set. */
export function paymentCheck({ settings, olap, clock, rpcLimit: limit }: PaymentCheckParts) {
  const { mint: rewardMint, treasury } = rewardAccounts(settings);
  const url = settings.SOLANA_RPC_URL;
  const rpc = url === undefined ? undefined : new RpcClient({ url, clock, limit, lane: 'jobs' });
  const lookup = rpc && lookupFor(rpc, { treasury, rewardMint }, clock);
  return async (signal: AbortSignal): Promise<PaidFacts> => {
    const { slot, revision } = (await newestCheckpoint(olap.scanner, signal)) ?? { slot: 0n, revision: 0n };
    return checkPaidFacts({ lane: olap.scanner, treasury, rewardMint, lookup, slot, revision, signal });
  };
}
