import { Link, useNavigate } from '@tanstack/react-router';
import { LAUNCH_STATUSES } from '../../../schemas/launch-statuses.ts';
import { failureOf } from '../../data/failure.ts';
import { at } from '../../data/http.ts';
import { timeOf } from '../../data/launch-shapes.ts';
import { type LaunchChoice, useLaunches } from '../../data/launches.ts';
import { useTokenNames } from '../../data/token-names.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { PHASES } from '../../model/launch.ts';
import type { SortChoice } from '../../model/launch-sorts.ts';
import { filterLaunches, pageOf, sortLaunches, USUAL_SORT } from '../../model/launch-table.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { FailureNotice, Outdated } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import type { HomeSearch } from '../search.ts';
import { LaunchTable } from './launch-table.tsx';

const CHOICES = [undefined, ...LAUNCH_STATUSES] as const;
const PAGE_SIZE = 20;
/** The sorts that the API has too. */
const ASKED_ORDERS: Partial<Record<SortChoice, LaunchChoice['order']>> = {
  '-raised': 'total_pledged_desc',
  ends: 'end_ts_asc',
};

/** All launches as a table: filtered, sorted and paged as the address says. */
export function LaunchList(search: HomeSearch) {
  const { status = null, order } = search;
  const { data, error, refetch } = useLaunches({
    status,
    order: ASKED_ORDERS[order ?? USUAL_SORT] ?? 'newest',
  });
  return (
    <Card
      title="All launches"
      note={
        data && (
          <>
            {formatCount(data.totalCount, 'launch', 'launches')}, as of slot{' '}
            {grouped(data.source.lastIndexedSlot)}
          </>
        )
      }
    >
      <Filters {...search} />
      {data === undefined && error === null && <Skeleton height="16rem" />}
      {data && error !== null && <Outdated slot={data.source.lastIndexedSlot} />}
      {data === undefined && error !== null && (
        <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {data && <Rows search={search} data={data} />}
    </Card>
  );
}

function Filters({ status, find = '' }: HomeSearch) {
  const change = useChange();
  return (
    <div className="row row-between">
      <nav className="choices" aria-label="Launches by status">
        {CHOICES.map((choice) => (
          <Link
            key={choice ?? 'all'}
            className="button"
            from="/"
            to="/"
            search={(before) => ({ ...before, status: choice, page: undefined })}
            data-chosen={status === choice}
            aria-current={status === choice ? 'true' : undefined}
            activeOptions={{ exact: true, explicitUndefined: true, includeSearch: false }}
            resetScroll={false}
          >
            {choice === undefined ? 'All' : PHASES[choice].label}
          </Link>
        ))}
      </nav>
      <TextField
        label="Id, mint, name or symbol"
        type="search"
        value={find}
        maxLength={64}
        onText={(text) => change({ find: text === '' ? undefined : text, page: undefined })}
      />
    </div>
  );
}

/** Changes a part of the address without moving the view; each letter replaces the entry before it. */
function useChange() {
  const navigate = useNavigate({ from: '/' });
  return (part: Partial<HomeSearch>): void => {
    void navigate({
      search: (before) => ({ ...before, ...part }),
      resetScroll: false,
      replace: 'find' in part,
    });
  };
}

const FIRST_OF: Readonly<Record<LaunchChoice['order'], string>> = {
  newest: 'the newest',
  total_pledged_desc: 'the largest',
  end_ts_asc: 'the first to end',
};

interface RowsProps {
  readonly search: HomeSearch;
  readonly data: NonNullable<ReturnType<typeof useLaunches>['data']>;
}

function Rows({ search, data: { launches, chosen, source } }: RowsProps) {
  const { status, find = '', order = USUAL_SORT, page: asked = '1' } = search;
  const change = useChange();
  // To be found by its name, a launch needs one that has been read.
  const known = useTokenNames(find === '' ? [] : launches.map(({ launchMint }) => launchMint));
  const matching = sortLaunches(filterLaunches(launches, { status, text: find }, known), order);
  const { rows, page, more } = pageOf(matching, Number(asked) - 1, PAGE_SIZE);
  const names = useTokenNames(rows.map(({ launchMint }) => launchMint));
  const toPage = (next: number): void => change({ page: next === 0 ? undefined : `${next + 1}` });
  if (matching.length === 0) {
    return <p className="quiet">{noneOf({ status, find }, source.lastIndexedSlot)}</p>;
  }
  return (
    <>
      {(status !== undefined || find !== '') && (
        <p className="small quiet" role="status">
          {formatCount(matching.length, 'launch matches', 'launches match')}
        </p>
      )}
      <LaunchTable launches={rows} names={names} now={timeOf(source)} sort={order} />
      {BigInt(launches.length) < chosen && (
        <p className="small quiet">
          Only {FIRST_OF[ASKED_ORDERS[order] ?? 'newest']} {grouped(launches.length)} of {grouped(chosen)}{' '}
          launches
          {status !== undefined && ' of this status'} are listed, sorted and searched here.
        </p>
      )}
      <a
        className="button button-small csv-link"
        href={
          at(
            `api/v1/ilo/launches.csv?as_of_slot=${source.lastIndexedSlot}${status ? `&status=${status}` : ''}`,
          ).href
        }
        download
        aria-label="Download launches as CSV"
      >
        CSV
      </a>
      <Pager
        what="launches"
        page={page}
        onFirst={() => toPage(0)}
        onBack={() => toPage(page - 1)}
        onNext={more ? () => toPage(page + 1) : undefined}
      />
    </>
  );
}

function noneOf({ status, find = '' }: HomeSearch, slot: bigint): string {
  const at = `at slot ${grouped(slot)}`;
  if (find !== '') return `No launch with “${find}” in its id, mint, name or symbol ${at}.`;
  return status === undefined
    ? `No launch exists ${at}.`
    : `No launch is ${PHASES[status].label.toLowerCase()} ${at}.`;
}
