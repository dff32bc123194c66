import type { Pubkey } from '../kernel/pubkey.ts';
import { type Outflow, outflowsByMint } from './moves.ts';

/** The most that may leave a wallet of one mint, in base units. Null sets no bound; nor does a mint without a limit. */
export interface SpendingLimit {
  readonly mint: Pubkey;
  readonly perIntent: bigint | null;
  /** In any 24 hours by when it leaves, of what may still be signed or land as much as of what has left. */
  readonly perDay: bigint | null;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface LimitBreach {
  readonly mint: Pubkey;
  readonly per: 'intent' | 'day';
  readonly most: bigint;
  /** What it would come to. */
  readonly asked: bigint;
}

/** The first limit of one intent that outflows would pass. */
export function intentBreach(
  limits: readonly SpendingLimit[],
  outflows: readonly Outflow[],
): LimitBreach | undefined {
  return firstBreach('intent', limits, outflowsByMint(outflows));
}

/** The first limit of a day that outflows would pass. @param spent of each mint in the 24 hours before */
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

/** Whether more of some mint may be spent by the next limits than by the present ones. */
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
