import { Link } from '@tanstack/react-router';
import type { ActivityRow } from '../../data/activity.ts';
import { useTokenNames } from '../../data/token-names.ts';
import { ACTIVITY } from '../../model/activity.ts';
import { grouped, seconds } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import { NumbersTable } from '../../parts/card.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, Badge, KeyText, Moment } from '../../parts/values.tsx';

interface ActivityTableProps {
  readonly rows: readonly ActivityRow[];
  /** The time of the slot of the answer, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
  readonly busy: boolean;
  readonly none: string;
}

export function ActivityTable({ rows, now, busy, none }: ActivityTableProps) {
  const names = useTokenNames(rows.flatMap(({ mint }) => mint ?? []));
  return (
    <NumbersTable
      caption="Activity"
      busy={busy}
      rows={rows}
      none={none}
      keyOf={({ slot, launch_id, wallet, kind }) => `${slot} ${launch_id} ${wallet} ${kind}`}
      columns={[
        {
          name: 'What',
          cell: ({ kind }) => <Badge tone={ACTIVITY[kind].tone}>{ACTIVITY[kind].one}</Badge>,
        },
        { name: 'Launch', minor: true, cell: LaunchLink },
        {
          name: 'Wallet',
          cell: ({ wallet }) => (
            <Link className="key" to="/wallets/$wallet" params={{ wallet }} title={wallet}>
              {shortKey(wallet)}
            </Link>
          ),
        },
        {
          name: 'Amount',
          number: true,
          cell: ({ amount, decimals }) => <Amount base={amount} decimals={decimals} />,
        },
        {
          name: 'Token',
          minor: true,
          cell: ({ mint }) =>
            mint === null ? 'unknown' : <TokenText mint={mint} token={names.get(mint)} plain />,
        },
        { name: 'When', minor: true, cell: (row) => <When row={row} now={now} /> },
        { name: 'Slot', number: true, minor: true, cell: SlotLink },
        {
          name: 'Transaction',
          minor: true,
          cell: ({ signature }) =>
            signature === null ? (
              '–'
            ) : (
              <KeyText value={signature} what={`transaction ${shortKey(signature)}`} />
            ),
        },
      ]}
    />
  );
}

function LaunchLink({ launch_id }: ActivityRow) {
  const launchId = launch_id.toString();
  return (
    <Link to="/launches/$launchId" params={{ launchId }}>
      Launch {launchId}
    </Link>
  );
}

/** Leads to the launch as it was right after the change, with the wallet looked up. */
function SlotLink({ launch_id, wallet, slot, signature }: ActivityRow) {
  return (
    <>
      {signature === null && <span className="small quiet">at or before </span>}
      <Link
        to="/launches/$launchId"
        params={{ launchId: launch_id.toString() }}
        search={{ slot: slot.toString(), wallet }}
        title="The launch at this slot"
      >
        {grouped(slot)}
      </Link>
    </>
  );
}

function When({ row: { time }, now }: Pick<ActivityTableProps, 'now'> & { readonly row: ActivityRow }) {
  return time === null ? <>unknown</> : <Moment time={seconds(time)} now={now} past />;
}
