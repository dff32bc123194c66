import type { RewardEvent } from '../rules/rewards.ts';

/** Appends to the reward ledger. Appended events are never changed or removed. */
export interface RewardLedger {
  /**
   * Appends events as one batch: readers see all of it or nothing. Events that the ledger already has count as
   * known, so a batch may be sent again. Events may come in any order, even before their `accrued`.
   * @throws the store's failure; it is then unknown whether the batch was stored, so send it again
   */
  append(events: readonly RewardEvent[], options: AppendOptions): Promise<AppendOutcome>;
  /** Releases the right to write, so that another process need not wait for it. */
  close(): Promise<void>;
}

export interface AppendOptions {
  /** Who records the events, for display. */
  readonly by: string;
  /** Store nothing if any event conflicts or is refused, instead of storing the others. */
  readonly whole?: boolean | undefined;
  /** Report what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AppendOutcome {
  /** The ledger's revision afterwards: every event up to it counts. */
  readonly revision: bigint;
  /** Events that were new. */
  readonly stored: number;
  /** Events that the ledger already had, or that appear twice in the batch. */
  readonly known: number;
  /** Events that contradict the ledger, in the order of the batch. */
  readonly conflicts: readonly Rejection[];
  /** Events that are not allowed before the mint, in the order of the batch. */
  readonly refused: readonly Rejection[];
}

export interface Rejection {
  /** The position of the event in the batch, from 0. */
  readonly index: number;
  readonly event: RewardEvent;
  /** One clause that says why. */
  readonly reason: string;
}
