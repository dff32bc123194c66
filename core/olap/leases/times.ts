/** How long a lease lasts and how it is kept, in milliseconds. */
export interface LeaseTimes {
  /** A claim that was not renewed for this long is dead to everybody. */
  readonly ttlMs: number;
  /** A holder counts itself out this much earlier, so that a statement on its way ends before another begins. */
  readonly marginMs: number;
  readonly renewMs: number;
  /** Between two looks at a claim of somebody else. */
  readonly pollMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 20_000, marginMs: 5_000, renewMs: 4_000, pollMs: 500 };
