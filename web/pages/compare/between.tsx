import { Link } from '@tanstack/react-router';
import { type ComparedLaunch, useBetween } from '../../data/compare.ts';
import { failureOf } from '../../data/failure.ts';
import { differencesByWallet } from '../../model/compare.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Amount } from '../../parts/values.tsx';

interface BetweenProps {
  readonly one: ComparedLaunch;
  readonly other: ComparedLaunch;
}

/** Pledges that differ between two slots of a launch, by wallet. */
export function Between({ one, other }: BetweenProps) {
  const slots = [one, other].map(({ source }) => source.lastIndexedSlot);
  const [fromSlot = 0n, toSlot = 0n] = slots.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const launchId = one.launchId.toString();
  const { data, error, refetch } = useBetween({ launchId, fromSlot, toSlot });
  const rows = data && differencesByWallet(data.rows);
  return (
    <Card title="Pledges" note={`From slot ${grouped(fromSlot)} to ${grouped(toSlot)}`}>
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="12rem" />}
      {rows && (
        <>
          <p className="small quiet">
            {formatCount(rows.length, 'wallet differs', 'wallets differ')}.
            {data.cut && ' Only the newest 2,000 changed pledges were read: there are more.'}
          </p>
          <NumbersTable
            caption="Pledges that differ"
            none="No pledge differs."
            rows={rows}
            keyOf={({ wallet }) => wallet}
            columns={[
              {
                name: 'Wallet',
                cell: ({ wallet }) => (
                  <Link className="key" to="/wallets/$wallet" params={{ wallet }} title={wallet}>
                    {shortKey(wallet)}
                  </Link>
                ),
              },
              {
                name: 'Pledged',
                number: true,
                cell: ({ pledged }) => <Change base={pledged} decimals={one.pledgeMintDecimals} />,
              },
              {
                name: 'Refunded',
                number: true,
                minor: true,
                cell: ({ refunded }) => <Change base={refunded} decimals={one.pledgeMintDecimals} />,
              },
              {
                name: 'Tokens claimed',
                number: true,
                minor: true,
                cell: ({ claimed }) => <Change base={claimed} decimals={one.launchMintDecimals} />,
              },
            ]}
          />
        </>
      )}
    </Card>
  );
}

function Change({ base, decimals }: { readonly base: bigint; readonly decimals: number | null }) {
  if (base === 0n) return <>–</>;
  return (
    <>
      {base > 0n && '+'}
      <Amount base={base} decimals={decimals} />
    </>
  );
}
