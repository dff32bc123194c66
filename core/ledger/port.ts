import type { RewardEvent } from '../rules/reward-events.ts';

/** Appends to the reward ledger. What was appended is never changed and never removed. */
export interface RewardLedger {
  /**
   * Appends events as one batch: readers see all that it stores or nothing. Events that the ledger has are counted as
   * known, so that a batch may be sent again. The events may come in any order, a later kind before its `accrued`.
   * @throws what the store fails with; then it is unknown whether the batch is there, and it should be sent again
   */
  append(events: readonly RewardEvent[], options: AppendOptions): Promise<AppendOutcome>;
  /** Gives back the right to write, so that another process need not wait for it. */
  close(): Promise<void>;
}

export interface AppendOptions {
  /** Who records the events, for people. */
  readonly by: string;
  /** Store nothing at all when an event conflicts or is refused, rather than the others alone. */
  readonly whole?: boolean | undefined;
  /** Tell what would come of it and write nothing. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AppendOutcome {
  /** How far the ledger reaches afterwards: every event of a revision up to this one counts. */
  readonly revision: bigint;
  /** Events that were new. */
  readonly stored: number;
  /** Events that the ledger had already, or that stood twice in the batch. */
  readonly known: number;
  /** Events that contradict what the ledger has; in the order of the batch. */
  readonly conflicts: readonly Rejection[];
  /** Events that the mint does not allow; in the order of the batch. */
  readonly refused: readonly Rejection[];
}

export interface Rejection {
  /** The place of the event in the batch, from 0. */
  readonly index: number;
  readonly event: RewardEvent;
  /** One clause that says why. */
  readonly reason: string;
}
