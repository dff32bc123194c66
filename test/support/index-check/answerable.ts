import { least } from '../bigints.ts';
import type { CoveredRange } from './index-state.ts';

/** Whether the index can say what the chain was at a slot. */
export function answerable(coverage: readonly CoveredRange[]): (slot: bigint) => boolean {
  const first = firstSlot(coverage);
  const within = (state: string, slot: bigint): boolean =>
    coverage.some((range) => range.state === state && range.from <= slot && slot <= range.to);
  return (slot) => slot >= first && (!within('lost', slot) || within('repaired', slot));
}

export function firstSlot(coverage: readonly CoveredRange[]): bigint {
  const first = least(coverage.filter(({ state }) => state !== 'lost').map(({ from }) => from));
  if (first === undefined) throw new Error('the coverage ledger names no slot');
  return first;
}
