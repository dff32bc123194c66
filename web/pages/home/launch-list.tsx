import { Link } from '@tanstack/react-router';
import { LAUNCH_STATUSES } from '../../../schemas/launch-statuses.ts';
import { failureOf } from '../../data/failure.ts';
import { type LaunchSummary, timeOf } from '../../data/launch-shapes.ts';
import { useLaunches } from '../../data/launches.ts';
import { type TokenNames, useTokenNames } from '../../data/token-names.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { PHASES, timeLeft } from '../../model/launch.ts';
import { Skeleton } from '../../parts/card.tsx';
import { RaiseBar } from '../../parts/launch-hero.tsx';
import { FailureNotice, Outdated } from '../../parts/notice.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, PhaseBadge } from '../../parts/values.tsx';
import type { HomeSearch } from '../search.ts';

const CHOICES = [undefined, ...LAUNCH_STATUSES] as const;

/** Every launch, newest first, by status and page by page. */
export function LaunchList({ status, after }: HomeSearch) {
  const { data, error, refetch, isPlaceholderData } = useLaunches(status, after);
  return (
    <section className="stack" aria-labelledby="all">
      <div className="card-head">
        <h2 id="all">All launches</h2>
        {data && (
          <span className="card-note">
            {formatCount(data.totalCount, 'launch', 'launches')}, as of slot{' '}
            {grouped(data.source.lastIndexedSlot)}
          </span>
        )}
      </div>
      <nav className="choices" aria-label="Launches by status">
        {CHOICES.map((choice) => (
          <Link
            key={choice ?? 'all'}
            className="button"
            to="/"
            search={{ status: choice }}
            data-chosen={status === choice}
            activeOptions={{ exact: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {choice === undefined ? 'All' : PHASES[choice].label}
          </Link>
        ))}
      </nav>
      {data === undefined && error === null && <Waiting />}
      {data && after === undefined && error !== null && <Outdated slot={data.source.lastIndexedSlot} />}
      {(data === undefined || after !== undefined) && error !== null && (
        <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()}>
          {after !== undefined && <Link to="/">Back to the newest launches</Link>}
        </FailureNotice>
      )}
      {data && (
        <Rows launches={data.nodes} status={status} now={timeOf(data.source)} busy={isPlaceholderData} />
      )}
      {data && (
        <div className="row">
          {after !== undefined && (
            <Link className="button" to="/" search={{ status }}>
              Newest launches
            </Link>
          )}
          {data.pageInfo.hasNextPage && (
            <Link className="button" to="/" search={{ status, after: data.pageInfo.endCursor ?? undefined }}>
              Older launches
            </Link>
          )}
        </div>
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div className="launch-list">
      {['a', 'b', 'c'].map((name) => (
        <Skeleton key={name} height="4rem" />
      ))}
    </div>
  );
}

interface RowsProps extends Pick<HomeSearch, 'status'> {
  readonly launches: readonly LaunchSummary[];
  /** The time of the slot at which the launches are shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  /** Whether this is the previous page, and the requested one is still loading. */
  readonly busy: boolean;
}

function Rows({ launches, status, now, busy }: RowsProps) {
  const names = useTokenNames(launches.map(({ launchMint }) => launchMint));
  if (launches.length === 0) {
    const which =
      status === undefined ? 'No launch exists' : `No launch is ${PHASES[status].label.toLowerCase()}`;
    return <p className="quiet">{which} at this slot.</p>;
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its marks a list is none to some readers.
    <ul className="launch-list" role="list" aria-busy={busy}>
      {launches.map((launch) => (
        <li key={launch.launchId.toString()}>
          <Row launch={launch} now={now} names={names} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Pick<RowsProps, 'now'> {
  readonly launch: LaunchSummary;
  readonly names: TokenNames;
}

function Row({ launch, now, names }: RowProps) {
  const left = timeLeft({ phase: launch.status, ...launch }, now);
  const id = launch.launchId.toString();
  return (
    <Link className="list-row launch-row" to="/launches/$launchId" params={{ launchId: id }}>
      <span className="stack">
        <span className="launch-row-id">Launch {id}</span>
        <TokenText mint={launch.launchMint} token={names.get(launch.launchMint)} plain />
      </span>
      <span>
        <PhaseBadge phase={launch.status} />
      </span>
      <span className="stack">
        <span className="row row-between small">
          <Amount base={launch.totalPledged} decimals={launch.pledgeMintDecimals} />
          <span className="quiet">{formatCount(launch.pledgerCount, 'pledger')}</span>
        </span>
        <RaiseBar {...launch} label={`The raise of launch ${id}`} />
      </span>
      <span className="list-row-end small quiet">{left}</span>
    </Link>
  );
}
