import { Link } from '@tanstack/react-router';
import type { ActivityRow } from '../../data/activity.ts';
import { useTokenNames } from '../../data/token-names.ts';
import { ACTIVITY } from '../../model/activity.ts';
import { grouped, seconds } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import { NumbersTable } from '../../parts/card.tsx';
import { useIsNarrow, useIsPhone } from '../../parts/media.ts';
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
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const most = Math.max(0, ...rows.map(({ decimals }) => decimals ?? 0));
  return (
    <NumbersTable
      caption="Activity"
      wide
      busy={busy}
      rows={rows}
      none={none}
      keyOf={({ slot, launch_id, wallet, kind }) => `${slot} ${launch_id} ${wallet} ${kind}`}
      columns={[
        ...(isNarrow
          ? [{ name: 'What and wallet', cell: KindAndWallet }]
          : [
              { name: 'What', cell: Kind },
              { name: 'Launch', cell: LaunchLink },
              { name: 'Wallet', cell: WalletLink },
            ]),
        {
          name: 'Amount',
          number: true,
          cell: ({ amount, decimals }) => <Amount base={amount} decimals={decimals} toDecimals={most} />,
        },
        ...(isNarrow ? [{ name: 'Launch', minor: isPhone, cell: LaunchLink }] : []),
        {
          name: 'Token',
          minor: true,
          cell: ({ mint }) =>
            mint === null ? 'unknown' : <TokenText mint={mint} token={names.get(mint)} plain />,
        },
        { name: 'When', minor: isPhone, cell: (row) => <When row={row} now={now} /> },
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

function Kind({ kind }: ActivityRow) {
  return <Badge tone={ACTIVITY[kind].tone}>{ACTIVITY[kind].one}</Badge>;
}

function WalletLink({ wallet }: ActivityRow) {
  return (
    <Link className="key" to="/wallets/$wallet" params={{ wallet }} title={wallet}>
      {shortKey(wallet)}
    </Link>
  );
}

function KindAndWallet(row: ActivityRow) {
  return (
    <span className="two-facts">
      <Kind {...row} />
      <WalletLink {...row} />
    </span>
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
