import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/kernel/clock.ts';
import { isLaunchlensError } from '../core/kernel/errors/error.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import type { PaymentLookup } from './audit/paid-facts.ts';
import { treasuryTransfers } from './decode/treasury-transfers.ts';
import type { RpcClient } from './source/rpc/client.ts';
import type { LedgerRpc } from './source/rpc/ledger/ledger.ts';

export interface PaymentLookupOptions {
  readonly ledger: Pick<LedgerRpc, 'getTransaction'>;
  readonly treasury: string;
  readonly rewardMint: string;
  readonly clock: Clock;
}

/** Cached answers. Final ones stay; a transaction that the node does not have is requested again after a while. */
const KEPT = 10_000;
const ABSENT_MS = 600_000;

interface Answer {
  readonly moved: ReadonlyMap<string, bigint> | undefined;
  readonly askedAt: number;
}

/**
 * Looks up final transactions in the node's ledger, each once. A node that cannot answer counts as not having the
 * transaction.
 */
export function paymentLookup({ ledger, treasury, rewardMint, clock }: PaymentLookupOptions): PaymentLookup {
  const answers = new LRUCache<string, Answer>({ max: KEPT });
  const from = pubkeyBytes(treasury);

  async function ask(signature: string, signal: AbortSignal): Promise<Answer['moved']> {
    try {
      const found = await ledger.getTransaction(signature, { commitment: 'finalized', signal });
      return found?.complete ? movedBy(treasuryTransfers(found.transaction, from), rewardMint) : undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isLaunchlensError(error)) return undefined;
      throw error;
    }
  }

  return async (signature, signal) => {
    const now = clock.now();
    const known = answers.get(signature);
    if (known && (known.moved || now - known.askedAt < ABSENT_MS)) return known.moved;
    const moved = await ask(signature, signal);
    answers.set(signature, { moved, askedAt: now });
    return moved;
  };
}

function movedBy(
  transfers: ReturnType<typeof treasuryTransfers>,
  rewardMint: string,
): ReadonlyMap<string, bigint> {
  const moved = new Map<string, bigint>();
  for (const { wallet, mint, amount } of transfers) {
    if (!wallet || pubkeyFromBytes(mint) !== rewardMint) continue;
    const owner = pubkeyFromBytes(wallet);
    moved.set(owner, (moved.get(owner) ?? 0n) + amount);
  }
  return moved;
}

/** Nothing is looked up if it is unknown what pays rewards. */
export function lookupFor(
  { ledger }: Pick<RpcClient, 'ledger'>,
  {
    treasury,
    rewardMint,
  }: { readonly treasury?: string | undefined; readonly rewardMint?: string | undefined },
  clock: Clock,
): PaymentLookup | undefined {
  if (treasury === undefined || rewardMint === undefined) return undefined;
  return paymentLookup({ ledger, treasury, rewardMint, clock });
}
