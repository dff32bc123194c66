import type { Fill } from '../../core/rules/paper/portfolio.ts';
import type { Guardrail, Position } from '../../core/rules/paper/position.ts';
import type { Bar } from '../model/bar.ts';

/** Everything that is told of one step. */
export interface Entry {
  readonly i: number;
  readonly bar: Bar;
  readonly planned: Position;
  readonly executed: Position;
  readonly matched: boolean;
  readonly veto: Guardrail | null;
  readonly regime: string | null | undefined;
  readonly fill: Fill | undefined;
  /** Worked out where it is told only, since it takes a division of long numbers. */
  readonly equity: () => bigint;
}

/** Who keeps what of it: totals always, the whole log only where a report is asked for. */
export type Journalist = (entry: Entry) => void;

export function journal(entry: Entry, journalists: readonly Journalist[]): void {
  for (const write of journalists) write(entry);
}
