/** How long a lease lasts and how it is kept, in milliseconds. */
export interface LeaseTimes {
  /** A claim that was not renewed for this long has expired for everyone. */
  readonly ttlMs: number;
  /** A holder stops this much earlier, so that its running statement ends before another begins. */
  readonly marginMs: number;
  readonly renewMs: number;
  /** Time between two checks of another process's claim. */
  readonly pollMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 20_000, marginMs: 5_000, renewMs: 4_000, pollMs: 500 };
