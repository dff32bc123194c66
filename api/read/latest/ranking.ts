/** A row and the value that orders it. */
interface Candidate {
  readonly row: number;
  readonly rank: bigint;
}

export interface RankingOptions {
  readonly rows: number;
  readonly limit: number;
  /** The value that orders a row, greatest first; undefined to skip the row. */
  readonly rankOf: (row: number) => bigint | undefined;
  /** Orders two rows of equal value. */
  readonly breakTie: (a: number, b: number) => number;
}

/**
 * The first rows in an order without an index, by checking every row once. The newest rows are checked first: they have
 * the newest times and slots, so most later checks fail at the first comparison.
 */
export function firstRows({ rows, limit, rankOf, breakTie }: RankingOptions): number[] {
  const first: Candidate[] = [];
  const compare = (a: Candidate, b: Candidate): number => {
    if (a.rank !== b.rank) return a.rank > b.rank ? -1 : 1;
    return breakTie(a.row, b.row);
  };
  for (let row = rows - 1; row >= 0; row--) {
    const rank = rankOf(row);
    if (rank === undefined) continue;
    const candidate = { row, rank };
    const last = first.at(-1);
    if (first.length === limit && last !== undefined && compare(candidate, last) > 0) continue;
    first.splice(placeOf(candidate, first, compare), 0, candidate);
    if (first.length > limit) first.pop();
  }
  return first.map(({ row }) => row);
}

function placeOf(
  candidate: Candidate,
  sorted: readonly Candidate[],
  compare: (a: Candidate, b: Candidate) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as Candidate, candidate) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
