import { getRouteApi, Link } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { useLiveProgram } from '../../data/live-programs.ts';
import { type AccountChangeRow, useAccount, useAccountHistory } from '../../data/programs.ts';
import { changedFields, fieldsOf } from '../../model/account-fields.ts';
import { grouped } from '../../model/formats.ts';
import { Card, Changes, Skeleton } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager, useCursorPages } from '../../parts/pager.tsx';
import { KeyText } from '../../parts/values.tsx';

const route = getRouteApi('/programs/$program/$type/$address');

/** One account, and what changed in it, slot by slot. */
export function AccountPage() {
  const key = route.useParams();
  const { program, type, address } = key;
  // Of any type: it may end, and its address be used again.
  useLiveProgram({ program, address });
  const { data, error, refetch } = useAccount(key);
  return (
    <Page title={`${type} account`}>
      <div className="stack">
        <p>
          <Link to="/programs">Programs</Link> / {program} /{' '}
          <Link to="/programs/$program/$type" params={{ program, type }}>
            {type}
          </Link>
        </p>
        <h1>{type}</h1>
        <KeyText value={address} what="the account" whole />
      </div>
      {error !== null && data === undefined && (
        <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height="16rem" />}
      {data && (
        <Card title="Fields" note={`As of slot ${grouped(data.source.last_indexed_slot)}`}>
          {data.account.undecodable !== null && <p className="quiet">{data.account.undecodable}</p>}
          <Facts
            look="pairs"
            facts={[
              ...fieldsOf(data.account.data).map(({ path, text }) => ({ name: path, value: text })),
              { name: 'Lamports', value: grouped(data.account.lamports) },
              { name: 'Last changed in slot', value: grouped(data.account.updated_slot) },
            ]}
          />
        </Card>
      )}
      <History />
    </Page>
  );
}

function History() {
  const key = route.useParams();
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const { after, moves } = useCursorPages(page, (place) => {
    void navigate({ search: { page: place }, resetScroll: false });
  });
  const { data, error, isPlaceholderData } = useAccountHistory(key, after);
  const next = data?.next_cursor ?? null;
  if (data === undefined) return error === null ? <Skeleton height="16rem" /> : null;
  const { results } = data;
  return (
    <Card title="History" note="Newest first">
      <ol className="stack" aria-label="Changes of the account" aria-busy={isPlaceholderData}>
        {results.map((change, index) => (
          <li key={`${change.slot}`} className="stack">
            <strong>Slot {grouped(change.slot)}</strong>
            <Change
              change={change}
              before={results[index + 1]}
              isFirst={next === null && index === results.length - 1}
            />
          </li>
        ))}
      </ol>
      <Pager
        what="changes"
        busy={isPlaceholderData}
        {...moves({ hasNextPage: next !== null, endCursor: next })}
      />
    </Card>
  );
}

interface ChangeProps {
  readonly change: AccountChangeRow;
  /** The change before it; undefined for the last one of a page. */
  readonly before: AccountChangeRow | undefined;
  readonly isFirst: boolean;
}

const NONE = '–';

function Change({ change, before, isFirst }: ChangeProps) {
  if (change.closed) return <p>The account was closed.</p>;
  if (change.data === null) return <p>The bytes of the account do not decode.</p>;
  if (before === undefined && !isFirst) {
    return <p className="quiet">What changed is on the next page, after the state before it.</p>;
  }
  if (before === undefined) return <p>First indexed state.</p>;
  const lamports =
    before.lamports === change.lamports
      ? []
      : [{ name: 'Lamports', before: grouped(before.lamports), after: grouped(change.lamports) }];
  const fields = changedFields(before.data, change.data).map(({ path, ...values }) => ({
    name: path,
    before: values.before ?? NONE,
    after: values.after ?? NONE,
  }));
  const changes = [...fields, ...lamports];
  if (changes.length === 0) return <p className="quiet">Only bytes after the last field changed.</p>;
  return <Changes changes={changes} />;
}
