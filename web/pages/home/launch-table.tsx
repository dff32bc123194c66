import { Link } from '@tanstack/react-router';
import type { LaunchSummary } from '../../data/launch-shapes.ts';
import type { TokenNames } from '../../data/token-names.ts';
import { grouped } from '../../model/formats.ts';
import { timeLeft } from '../../model/launch.ts';
import type { LaunchSort, SortChoice } from '../../model/launch-sorts.ts';
import { nextSort } from '../../model/launch-table.ts';
import { type Column, NumbersTable } from '../../parts/card.tsx';
import { RaiseBar } from '../../parts/raise-meter.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, Moment, PhaseBadge } from '../../parts/values.tsx';

interface LaunchTableProps {
  readonly launches: readonly LaunchSummary[];
  readonly names: TokenNames;
  /** The time of the slot at which the launches are shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  readonly sort: SortChoice;
}

export function LaunchTable({ launches, names, now, sort }: LaunchTableProps) {
  const sortable = (
    column: LaunchSort,
    name: string,
  ): Pick<Column<LaunchSummary>, 'name' | 'head' | 'sorted'> => ({
    name,
    head: <SortLink column={column} name={name} sort={sort} />,
    sorted: sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined,
  });
  return (
    <NumbersTable
      caption="Launches"
      rows={launches}
      keyOf={({ launchId }) => launchId.toString()}
      columns={[
        { ...sortable('launch', 'Launch'), cell: (launch) => <Name launch={launch} names={names} /> },
        { ...sortable('status', 'Status'), cell: ({ status }) => <PhaseBadge phase={status} /> },
        { ...sortable('raised', 'Raised'), number: true, cell: Raised },
        {
          name: 'Progress',
          minor: true,
          cell: (launch) => <RaiseBar {...launch} label={progressOf(launch)} />,
        },
        {
          ...sortable('pledgers', 'Pledgers'),
          number: true,
          minor: true,
          cell: ({ pledgerCount }) => grouped(pledgerCount),
        },
        { ...sortable('ends', 'Ends'), cell: (launch) => <Ends launch={launch} now={now} /> },
      ]}
    />
  );
}

interface SortLinkProps {
  readonly column: LaunchSort;
  readonly name: string;
  readonly sort: SortChoice;
}

function SortLink({ column, name, sort }: SortLinkProps) {
  const arrow = sort === column ? ' ↑' : sort === `-${column}` ? ' ↓' : '';
  return (
    <Link
      className="sort-link"
      from="/"
      to="/"
      search={(before) => ({ ...before, order: nextSort(column, sort), page: undefined })}
      resetScroll={false}
    >
      {name}
      <span aria-hidden="true">{arrow}</span>
    </Link>
  );
}

interface NameProps extends Pick<LaunchTableProps, 'names'> {
  readonly launch: LaunchSummary;
}

function Name({ launch: { launchId, launchMint }, names }: NameProps) {
  const id = launchId.toString();
  return (
    <span className="launch-name">
      <Link to="/launches/$launchId" params={{ launchId: id }}>
        Launch {id}
      </Link>
      <TokenText mint={launchMint} token={names.get(launchMint)} />
    </span>
  );
}

function Raised({ totalPledged, pledgeMintDecimals }: LaunchSummary) {
  return <Amount base={totalPledged} decimals={pledgeMintDecimals} />;
}

const progressOf = ({ launchId }: LaunchSummary): string => `The raise of launch ${launchId}`;

function Ends({ launch, now }: Pick<LaunchTableProps, 'now'> & { readonly launch: LaunchSummary }) {
  const left = timeLeft({ phase: launch.status, ...launch }, now);
  return left === undefined ? (
    <Moment time={launch.endTs} now={now} />
  ) : (
    <span title={`Ends at Unix second ${launch.endTs}`}>{left}</span>
  );
}
