import type { CoveredRange } from '../../support/index-check/index-state.ts';

export interface AllowedLoss {
  readonly from: bigint;
  readonly to: bigint | undefined;
}

/**
 * What is untrue in a coverage ledger: a slot that is lost after it was known in the same or a later batch, a slot between its ends that is neither,
 * and a loss that nothing made unavoidable.
 */
export function coverageFaults(ranges: readonly CoveredRange[], allowed: readonly AllowedLoss[]): string[] {
  const known = ranges.filter(({ state }) => state !== 'lost');
  const lost = ranges.filter(({ state }) => state === 'lost');
  const faults: string[] = [];
  for (const range of lost) {
    const { from, to, cause } = range;
    const inside = allowed.some((loss) => loss.from <= from && (loss.to === undefined || to <= loss.to));
    if (!inside) faults.push(`slots ${from} to ${to} are lost (${cause}) and need not have been`);
    for (const other of known) {
      if (other.from > to || other.to < from || other.revision < range.revision) continue;
      faults.push(`slots ${from} to ${to} are lost and ${other.from} to ${other.to} ${other.state}`);
    }
  }
  return [...faults, ...holes(ranges)];
}

/** Slots between two ranges that none names; what follows the last piece is being streamed. */
function holes(ranges: readonly CoveredRange[]): string[] {
  const ascending = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const faults: string[] = [];
  let reached = ascending[0]?.from ?? 0n;
  for (const { from, to } of ascending) {
    if (from > reached) faults.push(`nothing is told of slots ${reached} to ${from - 1n}`);
    if (to >= reached) reached = to + 1n;
  }
  return faults;
}
