import { timeOf } from '../../data/source.ts';
import { DistributionCard } from './distribution.tsx';
import { Downloads } from './downloads.tsx';
import { EscrowCard } from './escrow.tsx';
import { FlowsCard } from './flows.tsx';
import { Head } from './head.tsx';
import { PledgesCard } from './pledges.tsx';
import type { LaunchProps } from './props.ts';
import { RaiseCard } from './raise.tsx';
import { ReleaseCard } from './release.tsx';
import { SettlementCard } from './settlement.tsx';
import { TimeTravel } from './time-travel.tsx';
import { Accounts, VerifyCard } from './verify.tsx';
import { WalletCard } from './wallet.tsx';

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
