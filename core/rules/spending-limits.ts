import type { Pubkey } from '../kernel/pubkey.ts';
import { type Outflow, outflowsByMint } from './moves.ts';

/**
 * The most of one mint that may leave a wallet, in base units. Null means no limit, as does a mint without an
 * entry.
 */
export interface SpendingLimit {
  readonly mint: Pubkey;
  readonly perIntent: bigint | null;
  /** In any 24 hours by when it leaves, counting what may still be signed or land as much as what has left. */
  readonly perDay: bigint | null;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface LimitBreach {
  readonly mint: Pubkey;
  readonly per: 'intent' | 'day';
  readonly most: bigint;
  /** The total that it would reach. */
  readonly asked: bigint;
}

/** The first per-intent limit that outflows would exceed. */
export function intentBreach(
  limits: readonly SpendingLimit[],
  outflows: readonly Outflow[],
): LimitBreach | undefined {
  return firstBreach('intent', limits, outflowsByMint(outflows));
}

/** The first daily limit that outflows would exceed. @param spent per mint in the 24 hours before */
export function dayBreach(
  limits: readonly SpendingLimit[],
  outflows: readonly Outflow[],
  spent: ReadonlyMap<string, bigint>,
): LimitBreach | undefined {
  const asked = [...outflowsByMint(outflows)].map(
    ([mint, sum]) => [mint, sum + (spent.get(mint) ?? 0n)] as const,
  );
  return firstBreach('day', limits, new Map(asked));
}

/** Whether the next limits allow more of some mint than the current ones. */
export function limitsWiden(now: readonly SpendingLimit[], next: readonly SpendingLimit[]): boolean {
  return now.some((limit) => {
    const found = next.find(({ mint }) => mint === limit.mint);
    return (
      boundWidens(limit.perIntent, found?.perIntent ?? null) ||
      boundWidens(limit.perDay, found?.perDay ?? null)
    );
  });
}

function firstBreach(
  per: LimitBreach['per'],
  limits: readonly SpendingLimit[],
  sums: ReadonlyMap<Pubkey, bigint>,
): LimitBreach | undefined {
  for (const { mint, perIntent, perDay } of limits) {
    const [most, asked] = [per === 'intent' ? perIntent : perDay, sums.get(mint) ?? 0n];
    if (most !== null && asked > most) return { mint, per, most, asked };
  }
  return undefined;
}

function boundWidens(now: bigint | null, next: bigint | null): boolean {
  return now !== null && (next === null || next > now);
}
