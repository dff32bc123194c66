import { getRouteApi, Link } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { useLiveProgram } from '../../data/live-programs.ts';
import { type AccountRow, accountsFile, type TypeKey, useAccounts } from '../../data/programs.ts';
import { fieldsOf } from '../../model/account-fields.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import { Card, type Column, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { FileLinks } from '../../parts/file-links.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager, useCursorPages } from '../../parts/pager.tsx';
import { ConditionsForm } from './conditions-form.tsx';

const route = getRouteApi('/programs/$program/$type');

/** The accounts of one type, with conditions on their fields. */
export function AccountsPage() {
  const key = route.useParams();
  const { where, order, page } = route.useSearch();
  const navigate = route.useNavigate();
  const { after, moves } = useCursorPages(page, (place) => {
    void navigate({ search: (before) => ({ ...before, page: place }), resetScroll: false });
  });
  useLiveProgram({ ...key, pinned: after !== undefined });
  const { data, error, refetch, isPlaceholderData } = useAccounts(key, { where, order, after });
  const failed = error !== null && (data === undefined || isPlaceholderData || after !== undefined);
  const next = data?.next_cursor ?? null;
  const note = data && `${grouped(data.count)} as of slot ${grouped(data.source.last_indexed_slot)}`;
  return (
    <Page title={`${key.type} accounts`}>
      <div className="stack">
        <p>
          <Link to="/programs">Programs</Link> / {key.program}
        </p>
        <h1>{key.type}</h1>
      </div>
      <Card title="Accounts" note={note}>
        <ConditionsForm
          key={`${where} ${order}`}
          given={{ where, order }}
          onAsk={(asked) => void navigate({ search: { ...asked, page: undefined }, resetScroll: false })}
        />
        {failed && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton height="20rem" />}
        {data && !failed && (
          <NumbersTable
            caption={`${key.type} accounts`}
            wide
            busy={isPlaceholderData}
            rows={data.results}
            none="No accounts match."
            keyOf={({ address }) => address}
            columns={columnsOf(key, data.results)}
          />
        )}
        <Pager
          what="accounts"
          busy={isPlaceholderData}
          {...moves(data && { hasNextPage: next !== null, endCursor: next })}
        />
        {data && data.undecodable > 0n && (
          <p className="small quiet">
            {grouped(data.undecodable)} more have bytes that do not decode, and are not listed.
          </p>
        )}
        {data && !failed && data.count > 0n && (
          <div className="downloads-row">
            <strong>Download {formatCount(data.count, 'account')}</strong>
            <FileLinks
              what={`${key.type} accounts`}
              addressOf={(ending) =>
                accountsFile(key, ending, { slot: data.source.last_indexed_slot, where })
              }
            />
          </div>
        )}
      </Card>
    </Page>
  );
}

/** What fits beside an address; the page of an account shows the rest. */
const MOST_COLUMNS = 4;
const LONGEST = 40;

function columnsOf(key: TypeKey, rows: readonly AccountRow[]): readonly Column<AccountRow>[] {
  const [first] = rows;
  const paths = first === undefined ? [] : fieldsOf(first.data).map(({ path }) => path);
  return [
    {
      name: 'Address',
      cell: ({ address }) => (
        <Link
          className="key"
          to="/programs/$program/$type/$address"
          params={{ ...key, address }}
          title={address}
        >
          {shortKey(address)}
        </Link>
      ),
    },
    ...paths.slice(0, MOST_COLUMNS).map(
      (path): Column<AccountRow> => ({
        name: path,
        minor: true,
        cell: ({ data }) => shortened(fieldsOf(data).find((field) => field.path === path)?.text ?? '–'),
      }),
    ),
    { name: 'Changed in slot', number: true, cell: ({ updated_slot: slot }) => grouped(slot) },
  ];
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
