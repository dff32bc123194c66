import { getRouteApi, Link } from '@tanstack/react-router';
import { ACTIVITY_KINDS } from '../../../schemas/activity-kinds.ts';
import { useActivity, useLiveActivity } from '../../data/activity.ts';
import { failureOf } from '../../data/failure.ts';
import { ACTIVITY } from '../../model/activity.ts';
import { grouped, seconds } from '../../model/formats.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { CsvButton } from '../../parts/csv-button.tsx';
import { FailureNotice, Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager, useCursorPages } from '../../parts/pager.tsx';
import { ActivityTable } from './table.tsx';

const route = getRouteApi('/activity');
const CHOICES = [undefined, ...ACTIVITY_KINDS] as const;
const COLUMNS = ['slot', 'time', 'kind', 'launch_id', 'wallet', 'amount', 'mint', 'decimals', 'signature'];

/** Pledges, withdrawals, claims and refunds of all launches; the first page follows the chain. */
export function ActivityPage() {
  useLiveActivity();
  const { kind, page } = route.useSearch();
  const navigate = route.useNavigate();
  const { after, moves } = useCursorPages(page, (place) => {
    void navigate({ search: (before) => ({ ...before, page: place }), resetScroll: false });
  });
  const { data, error, refetch, isPlaceholderData } = useActivity({ kind, after });
  const failed = error !== null && (data === undefined || isPlaceholderData || after !== undefined);
  const slot = data?.source.last_indexed_slot;
  const next = data?.next_cursor ?? null;
  return (
    <Page title="Activity">
      <div className="stack">
        <h1>Activity</h1>
        <p className="quiet">Pledges, withdrawals, claims and refunds in all launches.</p>
      </div>
      {error !== null && !failed && slot !== undefined && <Outdated slot={slot} />}
      <Card title="Newest first" note={slot !== undefined && `As of slot ${grouped(slot)}`}>
        <nav className="choices" aria-label="Activity by kind">
          {CHOICES.map((choice) => (
            <Link
              key={choice ?? 'all'}
              className="button"
              to="/activity"
              search={{ kind: choice }}
              data-chosen={kind === choice}
              activeOptions={{ exact: true, explicitUndefined: true }}
              resetScroll={false}
            >
              {choice === undefined ? 'All' : ACTIVITY[choice].many}
            </Link>
          ))}
        </nav>
        {failed && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton height="20rem" />}
        {data && (
          <ActivityTable
            rows={data.results}
            now={data.source.slot_time === null ? undefined : seconds(data.source.slot_time)}
            busy={isPlaceholderData}
            none={
              next === null
                ? 'No activity of this kind is indexed.'
                : 'No activity of this kind on this page.'
            }
          />
        )}
        <Pager
          what="activity"
          busy={isPlaceholderData}
          {...moves(data && { hasNextPage: next !== null, endCursor: next })}
        />
        <CsvButton
          what="activity"
          listing={{
            name: 'activity',
            path: '/ilo/activity/',
            by: 'cursor',
            query: { kind },
            columns: COLUMNS,
          }}
        />
        <p className="small quiet">
          Each row is the difference between two states of a Pledge account, before and after the slot in
          which it changed. Several changes of one kind in one slot are one row. Rows “at or before” a slot
          come from a snapshot, which shows a state and not when it changed.
        </p>
      </Card>
    </Page>
  );
}
