import type { AskAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import type { Counts } from './counts.ts';

/** What else can be asked where an account is read at a slot. */
export interface ReadAt {
  readonly stamp: Stamp;
  /** Asks at an earlier slot. */
  readonly before: (slot: bigint) => AskAt;
  /** How many accounts there are of each type. */
  readonly counts: () => Promise<Counts>;
}
