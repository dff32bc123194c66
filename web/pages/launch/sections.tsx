import { timeOf } from '../../data/launch-shapes.ts';
import { grouped } from '../../model/formats.ts';
import { LaunchHero } from '../../parts/launch-hero.tsx';
import { Amount } from '../../parts/values.tsx';
import { DistributionCard } from './distribution.tsx';
import { EscrowCard } from './escrow.tsx';
import { FlowsCard } from './flows.tsx';
import { PledgesCard } from './pledges.tsx';
import { PriceCard } from './price.tsx';
import type { LaunchProps, TimedLaunchProps } from './props.ts';
import { RaiseCard } from './raise.tsx';
import { ReleaseCard } from './release.tsx';
import { SettlementCard } from './settlement.tsx';
import { TimeTravel } from './time-travel.tsx';
import { Accounts, Downloads, VerifyCard } from './verify.tsx';
import { WalletCard } from './wallet.tsx';

/** What the launch is, its status, and its terms for pledgers. */
export function Head({ launch, now, refreshing }: TimedLaunchProps & { readonly refreshing: boolean }) {
  const { maxPledgePerWallet: cap, pledgeMintDecimals, tokenAllocation, launchMintDecimals } = launch;
  return (
    <LaunchHero
      level="h1"
      launch={launch}
      now={now}
      busy={refreshing}
      slot={launch.source.lastIndexedSlot}
      terms={[
        {
          name: 'Per-wallet cap',
          value: cap === 0n ? 'none' : <Amount base={cap} decimals={pledgeMintDecimals} />,
        },
        {
          name: 'Token allocation',
          value: <Amount base={tokenAllocation} decimals={launchMintDecimals} />,
        },
      ]}
      more={[{ name: 'Last changed in slot', value: grouped(launch.updatedSlot) }]}
    />
  );
}

/** All existing parts of a launch. Time is that of the launch's slot, so that all parts are of one slot. */
export function Sections({ at, launch, refreshing }: LaunchProps & { readonly refreshing: boolean }) {
  const parts = { at, launch, now: timeOf(launch.source) };
  return (
    <>
      <Head {...parts} refreshing={refreshing} />
      <TimeTravel at={at} launch={launch} />
      {launch.settlement && <SettlementCard {...parts} settlement={launch.settlement} />}
      <div className="columns">
        <RaiseCard {...parts} />
        <DistributionCard {...parts} />
      </div>
      <PriceCard launch={launch} />
      <WalletCard {...parts} />
      <div className="columns">
        <ReleaseCard {...parts} />
        <EscrowCard {...parts} />
      </div>
      <PledgesCard key={at.slot} {...parts} />
      <FlowsCard key={`flows ${at.slot}`} {...parts} />
      <div className="columns">
        <VerifyCard {...parts} />
        <Downloads {...parts} />
      </div>
      <Accounts {...parts} />
    </>
  );
}
