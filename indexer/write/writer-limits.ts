export interface WriterLimits {
  /**
   * A batch of this many rows is written as soon as the store is free. While the store is busy it grows on: a row
   * costs the engine a third in a batch of 100,000 of what it costs in one of 10,000.
   */
  readonly flushRows: number;
  /** A smaller one waits this long for more: each insert costs the engine 5 to 10 ms, however few its rows. */
  readonly flushMs: number;
  /** Rows in memory above which the writer is full and `append` waits. */
  readonly pendingRows: number;
  /** How often the head of the chain is recorded while no slot leaves. */
  readonly heartbeatMs: number;
  /**
   * How often the checkpoint is renewed while the chain stands still, so that its age tells whether anyone is there who
   * still hears of the chain.
   */
  readonly idleBeatMs: number;
  /** How long `close` waits for a store that does not answer. */
  readonly closeMs: number;
}

export const LIMITS: WriterLimits = {
  flushRows: 10_000,
  flushMs: 150,
  pendingRows: 450_000,
  heartbeatMs: 1_000,
  idleBeatMs: 15_000,
  closeMs: 5_000,
};
