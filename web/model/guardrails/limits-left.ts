import type { Limit } from './changes.ts';

export interface LimitLeft {
  readonly mint: string;
  /** Base units; null without a limit. */
  readonly perIntent: bigint | null;
  readonly perDay: bigint | null;
  readonly used: bigint;
  readonly left: bigint | null;
}

/** What is left of each limit of 24 hours, and mints that were moved without a limit. */
export function limitsLeft(
  limits: readonly Limit[],
  spent: readonly { readonly mint: string; readonly amount: bigint }[],
): LimitLeft[] {
  const used = new Map(spent.map(({ mint, amount }) => [mint, amount]));
  const limited = limits.map(({ mint, per_intent: perIntent, per_day: perDay }) => ({
    mint,
    perIntent,
    perDay,
  }));
  const others = spent
    .filter(({ mint }) => !limits.some((limit) => limit.mint === mint))
    .map(({ mint }) => ({ mint, perIntent: null, perDay: null }));
  return [...limited, ...others].map((limit) => {
    const sum = used.get(limit.mint) ?? 0n;
    return { ...limit, used: sum, left: limit.perDay === null ? null : positive(limit.perDay - sum) };
  });
}

/** A limit may have been lowered below what was used. */
const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
