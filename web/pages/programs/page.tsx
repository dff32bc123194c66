import { Link } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { useLiveProgram } from '../../data/live-programs.ts';
import { type ProgramRow, usePrograms } from '../../data/programs.ts';
import { grouped } from '../../model/formats.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { KeyText } from '../../parts/values.tsx';

/** The followed programs, with their account types, instructions and events. */
export function ProgramsPage() {
  const { data, error, refetch } = usePrograms();
  return (
    <Page title="Programs">
      <div className="stack">
        <h1>Programs</h1>
        <p className="quiet">
          Accounts, instructions and events of other Anchor programs, decoded by their IDL.
        </p>
      </div>
      {error !== null && data === undefined && (
        <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height="12rem" />}
      {data?.results.length === 0 && (
        <p className="quiet">
          No other program is followed yet. Start Launchlens with <code>--program &lt;address&gt;</code> and
          its IDL to see its accounts here.
        </p>
      )}
      {data?.results.map((program) => (
        <ProgramCard key={program.name} program={program} />
      ))}
    </Page>
  );
}

function ProgramCard({ program }: { readonly program: ProgramRow }) {
  const { name, address, last_indexed_slot: slot, accounts, unknown_accounts: unknown } = program;
  useLiveProgram({ program: name });
  return (
    <Card title={name} note={slot === null ? 'Not indexed yet' : `As of slot ${grouped(slot)}`}>
      <p>
        <KeyText value={address} what="the program" />
      </p>
      <NumbersTable
        caption={`Account types of ${name}`}
        rows={accounts}
        none="Its IDL has no account types."
        keyOf={({ type }) => type}
        columns={[
          {
            name: 'Account type',
            cell: ({ type }) => (
              <Link to="/programs/$program/$type" params={{ program: name, type }}>
                {type}
              </Link>
            ),
          },
          { name: 'Accounts', number: true, cell: ({ count }) => grouped(count) },
          { name: 'Undecodable', number: true, minor: true, cell: ({ undecodable }) => grouped(undecodable) },
        ]}
      />
      {unknown > 0n && (
        <p className="small quiet">The IDL has no type for {grouped(unknown)} more of its accounts.</p>
      )}
      <CallNames program={program} kind="instructions" />
      <CallNames program={program} kind="events" />
    </Card>
  );
}

interface CallNamesProps {
  readonly program: ProgramRow;
  readonly kind: 'instructions' | 'events';
}

function CallNames({ program, kind }: CallNamesProps) {
  const names = program[kind];
  if (names.length === 0) return null;
  return (
    <div className="stack">
      <h3>{kind === 'instructions' ? 'Instructions' : 'Events'}</h3>
      <ul className="row" aria-label={`The ${kind} of ${program.name}`}>
        {names.map((name) => (
          <li key={name}>
            <Link to={`/programs/$program/${kind}/$name`} params={{ program: program.name, name }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
