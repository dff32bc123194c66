import type { Plan } from '../plan/fault.ts';
import type { Met } from './stage.ts';

/** What came of one plan. */
export interface Outcome {
  readonly plan: Plan;
  readonly met: readonly Met[];
  /** Slots at which whole states were compared. */
  readonly slots: number;
  /** Rows compared, those of answers included. */
  readonly rows: number;
  readonly lostSlots: number;
  readonly answers: number;
  readonly refusals: number;
  readonly lives: number;
  readonly checkpoints: number;
  /** Bytes. */
  readonly maxRss: number;
  readonly ms: number;
  /** It came to no verdict. */
  readonly crashed: boolean;
  /** Everything that is not as it must be, one line each; empty is a pass. */
  readonly wrong: readonly string[];
  /** Where the log of the indexer was kept, of a plan that went wrong. */
  readonly log?: string;
}
