import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import type { IntentStatus } from '../../../../schemas/rest/intent-statuses.ts';
import { intervalMsOf, type WatchedKind } from '../../../../schemas/strategies/run.ts';
import type { WatchMemory, WatchSeen } from '../../../../schemas/strategies/watch.ts';
import type { StepLease } from '../../../state/strategies/leases.ts';
import type { StrategyStep } from '../../../state/strategies/steps.ts';
import { composed, rebalance } from './balance-kinds.ts';
import type { Decide, Swap } from './decision.ts';
import { type Market, priceText } from './market.ts';
import { momentum, protect, stopLoss } from './price-kinds.ts';

const DECIDE: Readonly<Record<WatchedKind, Decide>> = {
  stoploss: stopLoss,
  protect,
  momentum,
  rebalance,
  composed,
};

/** Kinds that are done once a step of theirs was executed. */
const ONCE: readonly WatchedKind[] = ['stoploss', 'protect'];
const WAITING: readonly IntentStatus[] = ['proposed', 'approved', 'submitted'];
/** After a step, so that a price that stays at its bound does not flood the owner. */
const COOLDOWN_MS = 15 * 60_000;

/** What a look at a strategy comes to. */
export type Looked =
  | { readonly kind: 'completed' }
  /** Nothing is proposed now. `seen` is undefined where nothing was looked at. */
  | {
      readonly kind: 'waits';
      readonly memory: WatchMemory;
      readonly seen?: WatchSeen | undefined;
      readonly next: number;
    }
  /** `memory` counts if the swap is proposed, `before` otherwise. */
  | {
      readonly kind: 'acts';
      readonly memory: WatchMemory;
      readonly before: WatchMemory;
      readonly seen: WatchSeen;
      readonly swap: Swap;
    };

export interface LookAt {
  readonly kind: WatchedKind;
  readonly lease: StepLease;
  readonly last: StrategyStep | undefined;
  readonly market: (owner: Pubkey) => Market;
  readonly now: number;
}

/**
 * Looks at the market for one strategy.
 * @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED, MINT_UNKNOWN, CHAIN_READER_MISSING, CHAIN_UNREADABLE
 */
export async function lookAt({ kind, lease, last, market: open, now }: LookAt): Promise<Looked> {
  const { plan } = lease;
  const next = now + intervalMsOf(kind, plan);
  const remembered = lease.memory ?? {};
  const waits = { kind: 'waits', next } as const;
  // The owner is asked one question at a time.
  if (last?.intentStatus !== undefined && WAITING.includes(last.intentStatus))
    return { ...waits, memory: remembered };
  const executed = last?.intentStatus === 'confirmed';
  if (executed && ONCE.includes(kind)) return { kind: 'completed' };
  const memory = settled(remembered, executed);
  if (last !== undefined && now < last.at + COOLDOWN_MS) return { ...waits, memory };
  const market = open(parsePubkey(lease.owner));
  const { sentence, price, swap, memory: then } = await DECIDE[kind]({ plan, memory, market, now });
  const seen: WatchSeen = {
    ...{ at: new Date(now).toISOString(), sentence },
    price: price === undefined ? null : priceText(price),
    source: market.source,
  };
  return swap === undefined
    ? { ...waits, memory: then, seen }
    : { kind: 'acts', memory: then, before: memory, seen, swap };
}

/** What was pending has happened if the last proposal was executed, and otherwise not. */
function settled({ pending, held, ...rest }: WatchMemory, executed: boolean): WatchMemory {
  const now = pending !== undefined && executed ? (pending.held ?? undefined) : held;
  return { ...rest, ...(now !== undefined && { held: now }) };
}
