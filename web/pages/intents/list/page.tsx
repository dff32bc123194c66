import { getRouteApi, Link } from '@tanstack/react-router';
import { useMintDecimals } from '../../../data/mints.ts';
import type { Intent } from '../../../data/owner/intent-shapes.ts';
import { useIntents } from '../../../data/owner/intents.ts';
import type { OwnerRows } from '../../../data/owner/list.ts';
import { formatCount } from '../../../model/formats.ts';
import {
  INTENT_STATUSES,
  INTENT_WORDS,
  type IntentStatus,
  isOpen,
  launchOf,
} from '../../../model/intents.ts';
import { useClock } from '../../../parts/actions.tsx';
import { CsvButton } from '../../../parts/csv-button.tsx';
import { NoticesToggle } from '../../../parts/notices-toggle.tsx';
import { OwnersOnly, Rows } from '../../../parts/owner-rows.tsx';
import { Page } from '../../../parts/page.tsx';
import { IntentRow } from './row.tsx';

const route = getRouteApi('/intents');

/** Intents that agents proposed to the owner of a wallet. */
export function IntentsPage() {
  const { status } = route.useSearch();
  return (
    <Page title="Inbox">
      <div className="stack">
        <h1>Inbox</h1>
        <p className="quiet">What your agents propose. Nothing moves before your wallet signs.</p>
      </div>
      <OwnersOnly offers="What your agents propose to do with your wallet, and what became of it.">
        <NoticesToggle />
        <StatusChoice chosen={status} />
        {status === undefined ? <AllIntents /> : <IntentsOf key={status} status={status} />}
      </OwnersOnly>
    </Page>
  );
}

const CHOICES = [undefined, ...INTENT_STATUSES] as const;

export function StatusChoice({ chosen }: { readonly chosen: IntentStatus | undefined }) {
  return (
    <nav className="choices" aria-label="Intents by status">
      {CHOICES.map((status) => (
        <Link
          key={status ?? 'all'}
          className="button"
          to="/intents"
          search={{ status }}
          data-chosen={status === chosen}
          activeOptions={{ exact: true, explicitUndefined: true }}
          resetScroll={false}
        >
          {status === undefined ? 'All' : INTENT_WORDS[status].label}
        </Link>
      ))}
    </nav>
  );
}

const COLUMNS = [
  ...['id', 'status', 'action', 'summary', 'credential_id', 'credential_label', 'outflows', 'technology_fee'],
  ...['created_at', 'expires_at', 'closed_at', 'signature', 'slot', 'reason'],
];

function IntentsFile({ status }: { readonly status?: IntentStatus }) {
  const listing = {
    name: 'intents',
    path: '/intents/',
    by: 'before',
    owned: true,
    columns: COLUMNS,
  } as const;
  return <CsvButton what="intents" listing={{ ...listing, query: { status } }} />;
}

/** Open intents come first, so that none is hidden among finished ones. */
export function AllIntents() {
  const [proposed, approved, all] = [useIntents('proposed'), useIntents('approved'), useIntents()];
  const open = bothOf(proposed, approved);
  const rest = all.rows?.filter(({ status }) => !isOpen(status));
  if (all.rows?.length === 0 && all.error === null) return <NoneYet />;
  return (
    <>
      <section className="stack" aria-labelledby="waiting">
        <div className="card-head">
          <h2 id="waiting">Waiting for you</h2>
          {open.rows !== undefined && (
            <span className="card-note">{`${open.older ? 'more than ' : ''}${formatCount(open.rows.length, 'intent')}`}</span>
          )}
        </div>
        <Rows from={open} none="Nothing waits for you.">
          {(rows) => <IntentRows rows={rows} />}
        </Rows>
      </section>
      <section className="stack" aria-labelledby="before">
        <h2 id="before">Decided and expired</h2>
        <Rows from={{ ...all, rows: rest }} none="Nothing yet.">
          {(rows) => <IntentRows rows={rows} />}
        </Rows>
        <IntentsFile />
      </section>
    </>
  );
}

/** Two listings as one: older entries of both are included. */
function bothOf(one: OwnerRows<Intent>, other: OwnerRows<Intent>): OwnerRows<Intent> {
  const both = (first?: () => void, second?: () => void) => () => {
    first?.();
    second?.();
  };
  return {
    rows: one.rows && other.rows && [...one.rows, ...other.rows],
    error: one.error ?? other.error,
    busy: one.busy || other.busy,
    older: one.older || other.older ? both(one.older, other.older) : undefined,
    again: both(one.again, other.again),
  };
}

export function IntentsOf({ status }: { readonly status: IntentStatus }) {
  const { label } = INTENT_WORDS[status];
  const intents = useIntents(status);
  return (
    <section className="stack" aria-label={label}>
      <Rows from={intents} none={`No intent has the status “${label}”.`}>
        {(rows) => <IntentRows rows={rows} />}
      </Rows>
      {intents.rows !== undefined && intents.rows.length > 0 && <IntentsFile status={status} />}
    </section>
  );
}

function IntentRows({ rows }: { readonly rows: readonly Intent[] }) {
  const now = useClock(15_000);
  const decimals = useMintDecimals(rows.flatMap((intent) => launchOf(intent) ?? []));
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its marks a list is none to some readers.
    <ul className="launch-list" role="list">
      {rows.map((intent) => (
        <li key={intent.id}>
          <IntentRow intent={intent} decimals={decimals} now={now} />
        </li>
      ))}
    </ul>
  );
}

function NoneYet() {
  return (
    <section className="card empty">
      <h2>No agent has proposed anything yet</h2>
      <p className="quiet">
        What an agent wants to do with your wallet appears here: what leaves it, for whom, and the exact
        transaction. Your wallet signs it, or nothing happens.
      </p>
      <div className="row">
        <Link className="button button-main" to="/pair">
          Pair an agent
        </Link>
        <Link className="button" to="/guardrails">
          Set limits
        </Link>
      </div>
    </section>
  );
}
