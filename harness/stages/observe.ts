import type { Bar } from '../model/bar.ts';
import type { PointInTimeView } from '../view.ts';

export interface Observation {
  readonly i: number;
  readonly bar: Bar;
}

/** Takes the newest bar. */
export function observe(view: PointInTimeView): Observation {
  return { i: view.end, bar: view.at(view.end) };
}
