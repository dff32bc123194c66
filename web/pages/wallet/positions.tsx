import { Link } from '@tanstack/react-router';
import { useTokenNames } from '../../data/token-names.ts';
import type { WalletPledge } from '../../data/wallet.ts';
import { NumbersTable } from '../../parts/card.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, Badge, Moment, PhaseBadge } from '../../parts/values.tsx';

export interface PositionsProps {
  readonly wallet: string;
  /** Undefined for the newest. */
  readonly slot: number | undefined;
  readonly pledges: readonly WalletPledge[];
  /** The slot's time, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
}

/** The pledges of a wallet, each with what it can claim or gets back. A link leads to the wallet in that launch. */
export function Positions({ wallet, slot, pledges, now }: PositionsProps) {
  const names = useTokenNames(pledges.map(({ launch }) => launch.launchMint));
  return (
    <NumbersTable
      caption="Pledges of the wallet"
      stacks
      rows={pledges}
      keyOf={({ launch }) => launch.launchId.toString()}
      columns={[
        {
          name: 'Launch',
          cell: ({ launch }) => (
            <Link
              to="/launches/$launchId"
              params={{ launchId: launch.launchId.toString() }}
              search={{ wallet, slot: slot?.toString() }}
            >
              Launch {launch.launchId.toString()}
            </Link>
          ),
        },
        {
          name: 'Token',

          cell: ({ launch: { launchMint } }) => (
            <TokenText mint={launchMint} token={names.get(launchMint)} plain />
          ),
        },
        {
          name: 'Pledged',
          number: true,
          cell: ({ amount, launch }) => <Amount base={amount} decimals={launch.pledgeMintDecimals} />,
        },
        { name: 'Claimable', number: true, cell: (pledge) => <Claimable {...pledge} /> },
        { name: 'Refund', number: true, cell: (pledge) => <Refund {...pledge} /> },
        { name: 'Phase', cell: ({ launch }) => <PhaseBadge phase={launch.status} /> },
        { name: 'When', cell: ({ pledgedTs }) => <Moment time={pledgedTs} now={now} past /> },
      ]}
    />
  );
}

function Claimable({ allocation, launch }: WalletPledge) {
  if (allocation === null) return <>–</>;
  const { claimable, entitlement } = allocation;
  const of = <Amount base={entitlement} decimals={launch.launchMintDecimals} />;
  if (claimable === null) return <>unknown of {of}</>;
  return (
    <>
      <Amount base={claimable} decimals={launch.launchMintDecimals} />
      <span className="fact-note">of {of}</span>
    </>
  );
}

function Refund({ refund, launch }: WalletPledge) {
  if (refund === null) return <>–</>;
  return (
    <>
      <Amount base={refund.amount} decimals={launch.pledgeMintDecimals} />{' '}
      <Badge tone={refund.refunded ? 'good' : 'warn'}>{refund.refunded ? 'claimed' : 'unclaimed'}</Badge>
    </>
  );
}
