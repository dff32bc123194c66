export interface WriterLimits {
  /**
   * A batch of this many rows is written as soon as the store is free. While the store is busy it keeps growing:
   * a row in a batch of 100,000 costs the engine a third of one in a batch of 10,000.
   */
  readonly flushRows: number;
  /** A smaller batch waits this long for more: a chain often confirms several slots in the same moment. */
  readonly gatherMs: number;
  /**
   * It also waits until this long after the last one: each insert costs the engine 5 to 10 ms, however few its rows. A
   * chain with slots every 400 ms does not wait.
   */
  readonly flushMs: number;
  /** The same where the only reader is told of each slot, and asks for the rows when it needs them. */
  readonly aloneFlushMs: number;
  /**
   * The same while fewer rows than `quietRows` wait: ten tables get a part each time, of 10 to 20 files, and a merge for
   * every few of them. After a crash the slots are streamed again, of which a node keeps twice as much.
   */
  readonly quietFlushMs: number;
  readonly quietRows: number;
  /** Rows in memory above which the writer is full and `append` waits. */
  readonly pendingRows: number;
  /** How often the head of the chain is recorded while no slot is emitted. */
  readonly heartbeatMs: number;
  /**
   * How often the checkpoint is renewed while the chain does not advance, so that its age shows whether an indexer
   * still follows the chain.
   */
  readonly idleBeatMs: number;
  /** How long `close` waits for an unresponsive store. */
  readonly closeMs: number;
}

export const LIMITS: WriterLimits = {
  flushRows: 10_000,
  gatherMs: 5,
  flushMs: 250,
  aloneFlushMs: 5_000,
  quietFlushMs: 30_000,
  quietRows: 1_000,
  pendingRows: 450_000,
  heartbeatMs: 1_000,
  idleBeatMs: 15_000,
  closeMs: 5_000,
};
