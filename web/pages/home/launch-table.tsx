import type { LaunchSummary } from '../../data/launch-shapes.ts';
import type { TokenNames } from '../../data/token-names.ts';
import type { LaunchSort, SortChoice } from '../../model/launch-sorts.ts';
import { type Column, NumbersTable } from '../../parts/card.tsx';
import { useIsNarrow } from '../../parts/media.ts';
import { TokenText } from '../../parts/token.tsx';
import { Moment, PhaseBadge } from '../../parts/values.tsx';
import { Ends, Maximum, Name, Pledgers, Progress, Raised, RaisedAndEnds } from './launch-cells.tsx';
import { directionOf, SortLink } from './sort-link.tsx';

interface LaunchTableProps {
  readonly launches: readonly LaunchSummary[];
  readonly names: TokenNames;
  /** The time of the slot at which the launches are shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  readonly sort: SortChoice;
}

type LaunchColumn = Column<LaunchSummary>;
type ColumnsProps = Omit<LaunchTableProps, 'launches'>;

export function LaunchTable({ launches, ...props }: LaunchTableProps) {
  return (
    <NumbersTable
      caption="Launches"
      wide
      rows={launches}
      keyOf={({ launchId }) => launchId.toString()}
      columns={useIsNarrow() ? narrowColumns(props) : wideColumns(props)}
    />
  );
}

const heading = (
  column: LaunchSort,
  name: string,
  sort: SortChoice,
): Pick<LaunchColumn, 'name' | 'head' | 'sorted'> => ({
  name,
  head: <SortLink column={column} name={name} sort={sort} />,
  sorted: directionOf(column, sort),
});

function wideColumns({ names, now, sort }: ColumnsProps): LaunchColumn[] {
  return [
    { ...heading('launch', 'Launch', sort), cell: (launch) => <Name launch={launch} names={names} /> },
    { ...heading('status', 'Status', sort), cell: ({ status }) => <PhaseBadge phase={status} /> },
    { ...heading('raised', 'Raised', sort), number: true, cell: Raised },
    { name: 'Progress', cell: Progress },
    { ...heading('pledgers', 'Pledgers', sort), number: true, cell: Pledgers },
    { ...heading('ends', 'Ends', sort), prose: true, cell: (launch) => <Ends launch={launch} now={now} /> },
  ];
}

/** Two columns of what matters, two facts each, and everything else behind the details of a row. */
function narrowColumns({ names, now, sort }: ColumnsProps): LaunchColumn[] {
  return [
    {
      ...headings(['launch', 'Launch'], ['status', 'Status'], sort),
      cell: (launch) => <Name launch={launch} names={names} withStatus />,
    },
    {
      ...headings(['raised', 'Raised'], ['ends', 'Ends'], sort),
      number: true,
      cell: (launch) => <RaisedAndEnds launch={launch} now={now} />,
    },
    {
      name: 'Token',
      minor: true,
      cell: ({ launchMint }) => <TokenText mint={launchMint} token={names.get(launchMint)} />,
    },
    { name: 'Raised', minor: true, cell: Raised },
    { name: 'Maximum', minor: true, cell: Maximum },
    { name: 'Progress', minor: true, cell: Progress },
    { name: 'Pledgers', minor: true, cell: Pledgers },
    { name: 'Ends', minor: true, cell: ({ endTs }) => <Moment time={endTs} /> },
  ];
}

type Heading = readonly [column: LaunchSort, name: string];

/** Two facts in one column, each of which can be sorted by. */
function headings(
  first: Heading,
  second: Heading,
  sort: SortChoice,
): Pick<LaunchColumn, 'name' | 'head' | 'sorted'> {
  const [[column, name], [other, otherName]] = [first, second];
  return {
    name: `${name} and ${otherName.toLowerCase()}`,
    head: (
      <span className="row">
        <SortLink column={column} name={name} sort={sort} />
        <SortLink column={other} name={otherName} sort={sort} />
      </span>
    ),
    sorted: directionOf(column, sort) ?? directionOf(other, sort),
  };
}
