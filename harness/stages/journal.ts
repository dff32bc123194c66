import type { Fill, Guardrail, Position } from '../../core/rules/paper/portfolio.ts';
import type { Bar } from '../model/bar.ts';

/** The record of one step. */
export interface Entry {
  readonly i: number;
  readonly bar: Bar;
  readonly planned: Position;
  readonly executed: Position;
  readonly matched: boolean;
  readonly veto: Guardrail | null;
  readonly regime: string | null | undefined;
  readonly fill: Fill | undefined;
  /** Computed only when it is recorded, because it divides long numbers. */
  readonly equity: () => bigint;
}

/** Who keeps which part: totals always, the whole log only if a report is requested. */
export type Journalist = (entry: Entry) => void;

export function journal(entry: Entry, journalists: readonly Journalist[]): void {
  for (const write of journalists) write(entry);
}
