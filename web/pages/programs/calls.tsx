import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureOf } from '../../data/failure.ts';
import { useLiveProgram } from '../../data/live-programs.ts';
import type { CallKey, CallsAsked, EventRow, InstructionRow } from '../../data/program-calls.ts';
import { fieldsOf } from '../../model/account-fields.ts';
import { grouped, seconds } from '../../model/formats.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager, useCursorPages } from '../../parts/pager.tsx';
import { KeyText, Moment } from '../../parts/values.tsx';
import { type CallConditions, CallsForm } from './calls-form.tsx';

type CallRow = InstructionRow | EventRow;

export interface CallsAnswer<Row extends CallRow> {
  readonly data:
    | {
        readonly source: { readonly last_indexed_slot: bigint };
        readonly covered_from_slot: bigint | null;
        readonly next_cursor: string | null;
        readonly results: readonly Row[];
      }
    | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

type CallsSearch = CallConditions & { readonly page: string | undefined };

interface CallsPageProps<Row extends CallRow> {
  readonly what: 'instructions' | 'events';
  readonly callKey: CallKey;
  readonly given: Partial<CallsSearch>;
  readonly onSearch: (search: CallsSearch) => void;
  readonly useRows: (key: CallKey, asked: CallsAsked) => CallsAnswer<Row>;
  /** What a row has beside its place and its data. */
  readonly children: (row: Row) => ReactNode;
}

/** The executions of an instruction, or the events of one name, newest first. */
export function CallsPage<Row extends CallRow>({
  what,
  callKey,
  given,
  onSearch,
  useRows,
  children,
}: CallsPageProps<Row>) {
  const { page, where, account, from, to } = given;
  const conditions = { where, account, from, to };
  const { after, moves } = useCursorPages(page, (place) => onSearch({ ...conditions, page: place }));
  useLiveProgram({ program: callKey.program, pinned: after !== undefined });
  const { data, error, refetch, isPlaceholderData } = useRows(callKey, { ...conditions, after });
  const failed = error !== null && (data === undefined || isPlaceholderData || after !== undefined);
  const next = data?.next_cursor ?? null;
  return (
    <Page title={`${callKey.name} ${what}`}>
      <div className="stack">
        <p>
          <Link to="/programs">Programs</Link> / {callKey.program} / {what}
        </p>
        <h1>{callKey.name}</h1>
      </div>
      <Card
        title={what === 'instructions' ? 'Instructions' : 'Events'}
        note={data && `Newest first, as of slot ${grouped(data.source.last_indexed_slot)}`}
      >
        <CallsForm
          key={JSON.stringify(conditions)}
          given={conditions}
          hasAccounts={what === 'instructions'}
          onAsk={(asked) => onSearch({ ...asked, page: undefined })}
        />
        {failed && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton height="20rem" />}
        {data && !failed && data.results.length === 0 && <p className="quiet">No {what} match.</p>}
        {data && !failed && data.results.length > 0 && (
          <ol className="stacked" aria-label={`${callKey.name} ${what}`} aria-busy={isPlaceholderData}>
            {data.results.map((row) => (
              <li key={placeKey(row)}>
                <CallPlace row={row} />
                <CallData data={row.data} none={what === 'instructions' ? 'No arguments.' : 'No fields.'} />
                {children(row)}
              </li>
            ))}
          </ol>
        )}
        <Pager
          what={what}
          busy={isPlaceholderData}
          {...moves(data && { hasNextPage: next !== null, endCursor: next })}
        />
        {data && !failed && <p className="small quiet">{coverage(data.covered_from_slot)}</p>}
      </Card>
    </Page>
  );
}

function placeKey(row: CallRow): string {
  const place = [row.slot, row.transaction_index, row.instruction_index, row.inner_index];
  return ('event_index' in row ? [...place, row.source, row.event_index] : place).join(' ');
}

function CallPlace({ row }: { readonly row: CallRow }) {
  return (
    <div className="row row-between">
      <h3>Slot {grouped(row.slot)}</h3>
      {row.time !== null && (
        <span className="small quiet">
          <Moment time={seconds(row.time)} />
        </span>
      )}
      <KeyText value={row.signature} what="the signature" />
    </div>
  );
}

function CallData({ data, none }: { readonly data: unknown; readonly none: string }) {
  const isEmpty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
  if (isEmpty) return <p className="quiet">{none}</p>;
  const facts = fieldsOf(data).map(({ path, text }): Fact => ({ name: path, value: text }));
  return <Facts look="pairs" facts={facts} />;
}

function coverage(from: bigint | null): string {
  if (from === null) return 'Some transactions may be missing.';
  return `No transaction is missing since slot ${grouped(from)}.`;
}
