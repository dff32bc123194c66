import { compareNewestFirst } from '../../core/rules/newest-first.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../schemas/launch-statuses.ts';
import type { LaunchSort, SortChoice } from './launch-sorts.ts';

/** Newest first, as everywhere. */
export const USUAL_SORT: SortChoice = '-launch';
/** Where the first press of a heading begins: with what is mostly looked for. */
const FIRST: Readonly<Record<LaunchSort, SortChoice>> = {
  launch: '-launch',
  status: 'status',
  raised: '-raised',
  pledgers: '-pledgers',
  ends: 'ends',
};

/** The choice after a press of a heading. */
export function nextSort(column: LaunchSort, current: SortChoice): SortChoice {
  if (current !== column && current !== `-${column}`) return FIRST[column];
  return current === column ? `-${column}` : column;
}

export interface ListedLaunch {
  readonly launchId: bigint;
  readonly status: LaunchStatus;
  readonly launchMint: string;
  readonly totalPledged: bigint;
  readonly pledgerCount: bigint;
  readonly startTs: bigint;
  readonly endTs: bigint;
}

type Compare = (a: ListedLaunch, b: ListedLaunch) => number;

const by =
  (value: (launch: ListedLaunch) => bigint): Compare =>
  (a, b) =>
    value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0;

const ASCENDING: Readonly<Record<LaunchSort, Compare>> = {
  launch: (a, b) => -compareNewestFirst(a, b),
  status: (a, b) => LAUNCH_STATUSES.indexOf(a.status) - LAUNCH_STATUSES.indexOf(b.status),
  raised: by(({ totalPledged }) => totalPledged),
  pledgers: by(({ pledgerCount }) => pledgerCount),
  ends: by(({ endTs }) => endTs),
};

/** Ties are newest first, in both directions. */
export function sortLaunches<Launch extends ListedLaunch>(
  launches: readonly Launch[],
  choice: SortChoice,
): Launch[] {
  const down = choice.startsWith('-');
  const compare = ASCENDING[choice.replace('-', '') as LaunchSort];
  return [...launches].sort((a, b) => (down ? compare(b, a) : compare(a, b)) || compareNewestFirst(a, b));
}

export interface LaunchFilter {
  readonly status: LaunchStatus | undefined;
  /** A part of the id, of the mint, or of the name or symbol of its token; empty for all. */
  readonly text: string;
}

interface Named {
  readonly name: string | null;
  readonly symbol: string | null;
}

export function filterLaunches<Launch extends ListedLaunch>(
  launches: readonly Launch[],
  { status, text }: LaunchFilter,
  names: ReadonlyMap<string, Named>,
): Launch[] {
  const wanted = text.trim().toLowerCase();
  const matches = ({ launchId, launchMint }: Launch): boolean => {
    const { name, symbol } = names.get(launchMint) ?? {};
    const texts = [launchId.toString(), launchMint, name ?? '', symbol ?? ''];
    return texts.some((one) => one.toLowerCase().includes(wanted));
  };
  return launches.filter((launch) => (status === undefined || launch.status === status) && matches(launch));
}

export interface RowsPage<Row> {
  readonly rows: readonly Row[];
  /** From 0; the last one if the requested one is beyond it. */
  readonly page: number;
  readonly more: boolean;
}

export function pageOf<Row>(rows: readonly Row[], page: number, size: number): RowsPage<Row> {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const shown = Math.min(page, last);
  return { rows: rows.slice(shown * size, (shown + 1) * size), page: shown, more: shown < last };
}
