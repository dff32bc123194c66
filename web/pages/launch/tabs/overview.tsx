import { at } from '../../../data/http.ts';
import { grouped } from '../../../model/formats.ts';
import { PHASES } from '../../../model/launch.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Lazily } from '../../../parts/lazily.tsx';
import { Amount, Moment } from '../../../parts/values.tsx';
import { type TimedLaunchProps, useShown } from '../shown.ts';
import { EscrowCard } from './escrow.tsx';
import { PriceCard } from './price.tsx';
import { SettlementCard } from './settlement.tsx';

/** What the launch is, how it goes, and how it ended. */
export function OverviewTab() {
  const shown = useShown();
  const { settlement } = shown.launch;
  return (
    <>
      {settlement && <SettlementCard {...shown} settlement={settlement} />}
      <div className="raise-place">
        <Lazily name="raise" load={async () => (await import('./raise.tsx')).RaiseCard} height="100%" />
      </div>
      <div className="columns">
        <TermsCard {...shown} />
        <EscrowCard {...shown} />
      </div>
      <PriceCard {...shown} />
    </>
  );
}

function TermsCard({ launch }: TimedLaunchProps) {
  const slot = launch.source.lastIndexedSlot;
  return (
    <Card
      title="Terms"
      note={
        <>
          as of slot {grouped(slot)}
          <CopyButton
            text={at(`launches/${launch.launchId}?slot=${slot}`).href}
            what={`the link to this launch at slot ${grouped(slot)}`}
          />
        </>
      }
    >
      <p className="quiet">{PHASES[launch.status].meaning}</p>
      <Facts facts={termsOf(launch)} />
    </Card>
  );
}

function termsOf(launch: TimedLaunchProps['launch']): Fact[] {
  const { maxPledgePerWallet: cap, pledgeMintDecimals: pledge } = launch;
  const bound = (base: bigint) => (base === 0n ? 'none' : <Amount base={base} decimals={pledge} />);
  return [
    { name: 'Pledgers', value: grouped(launch.pledgerCount) },
    { name: 'Minimum', value: bound(launch.minRaise) },
    { name: 'Maximum', value: bound(launch.maxRaise) },
    { name: 'Per-wallet cap', value: bound(cap) },
    {
      name: 'Token allocation',
      value: <Amount base={launch.tokenAllocation} decimals={launch.launchMintDecimals} />,
    },
    { name: 'Opens', value: <Moment time={launch.startTs} /> },
    { name: 'Closes', value: <Moment time={launch.endTs} /> },
    { name: 'Last changed in slot', value: grouped(launch.updatedSlot) },
  ];
}
