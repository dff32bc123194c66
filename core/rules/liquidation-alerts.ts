const FULL_BPS = 10_000n;
/** A position is near again only after its distance has grown beyond the alert's by a fifth. */
const [RECOVERED, OF] = [12n, 10n];
/** Between two alerts, however often the price crosses. */
const COOLDOWN_MS = 15 * 60_000;

/** A position as its venue states it; both prices in the same unit. */
export interface PricedPosition {
  readonly side: string;
  readonly mark: bigint;
  readonly liquidation: bigint;
}

/**
 * The distance of the price to liquidation in basis points of the price, rounded down; 0 once the price has passed it.
 * Undefined without a price.
 */
export function liquidationDistance({ side, mark, liquidation }: PricedPosition): bigint | undefined {
  if (mark <= 0n) return undefined;
  const above = mark - liquidation;
  const magnitude = above < 0n ? -above : above;
  const left = side === 'long' ? above : side === 'short' ? -above : magnitude;
  return left <= 0n ? 0n : (left * FULL_BPS) / mark;
}

/** What is remembered from look to look. Times are Unix milliseconds. */
export interface AlertMemory {
  /** Whether the owner was told, and the position has not recovered since. */
  readonly near: boolean;
  readonly alertedAt: number | undefined;
}

export interface AlertLook {
  /** In basis points; undefined without a position. */
  readonly distance: bigint | undefined;
  /** The alert's. */
  readonly threshold: bigint;
  readonly now: number;
}

/** Whether the owner is told now: once for each crossing. */
export function afterLook(
  { near, alertedAt }: AlertMemory,
  { distance, threshold, now }: AlertLook,
): AlertMemory & { readonly alerts: boolean } {
  if (distance === undefined) return { near: false, alertedAt, alerts: false };
  if (near) return { near: distance * OF <= threshold * RECOVERED, alertedAt, alerts: false };
  const isCrossed = distance <= threshold;
  const isCool = alertedAt === undefined || now >= alertedAt + COOLDOWN_MS;
  return isCrossed && isCool
    ? { near: true, alertedAt: now, alerts: true }
    : { near: false, alertedAt, alerts: false };
}
