/**
 * Where the process can die on its way through one statement. An insert into the embedded store first writes its block
 * to a file: `spooled` is when the file is whole and the engine knows nothing of it, `acknowledged` when the rows are
 * durable and the file is still there.
 */
export type Moment = 'before' | 'spooled' | 'under way' | 'acknowledged' | 'after';

/** One boundary between what is written and what is not, by a name that is the same in every run. */
export interface Boundary {
  /** The step of the scene that the process is in. */
  readonly step: string;
  /** What is written, and where: `rows slots`, `delete coverage`. */
  readonly statement: string;
  /** Which one of these in the step, from 1. */
  readonly nth: number;
  readonly moment: Moment;
}

export function nameOf({ step, statement, nth, moment }: Boundary): string {
  return `${step}: ${moment} ${statement} #${nth}`;
}

/** The kind of a boundary, whichever scene and batch it is met in. */
export function kindOf({ statement, moment }: Boundary): string {
  return `${moment} ${statement}`;
}

/** From the end of one statement to the begin of the next one nothing happens to the store: that is one boundary. */
export function withoutTwins(passed: readonly Boundary[]): readonly Boundary[] {
  return passed.filter(({ moment }, at) => moment !== 'after' || passed[at + 1]?.moment !== 'before');
}
