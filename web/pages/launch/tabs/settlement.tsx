import type { Settlement } from '../../../data/launch-shapes.ts';
import { formatCount, percent, shareBps } from '../../../model/formats.ts';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Amount, Badge } from '../../../parts/values.tsx';
import type { TimedLaunchProps } from '../shown.ts';

export interface SettlementProps extends TimedLaunchProps {
  readonly settlement: Settlement;
}

/** How the launch ended, and what follows for its pledgers. */
export function SettlementCard({ launch, settlement }: SettlementProps) {
  const succeeded = settlement.outcome === 'succeeded';
  return (
    <Card
      title="Settlement"
      note={<Badge tone={succeeded ? 'good' : 'bad'}>{succeeded ? 'Succeeded' : 'Failed'}</Badge>}
    >
      <p>
        {succeeded
          ? 'Every pledge has the same rate: its share of the raise is its share of the tokens, rounded down.'
          : 'The minimum was missed. Every pledge can be refunded in full; each pledger claims their own refund.'}
      </p>
      {succeeded ? (
        <Allocated launch={launch} settlement={settlement} />
      ) : (
        <Refunds launch={launch} settlement={settlement} />
      )}
    </Card>
  );
}

type PartProps = Pick<SettlementProps, 'launch' | 'settlement'>;

function Allocated({ launch, settlement }: PartProps) {
  const decimals = launch.launchMintDecimals;
  const unlocked = settlement.release?.unlockedBps ?? null;
  return (
    <Facts
      facts={[
        { name: 'Raised', value: <Amount base={launch.totalPledged} decimals={launch.pledgeMintDecimals} /> },
        {
          name: 'Token allocation',
          value: <Amount base={settlement.tokenAllocation} decimals={decimals} />,
        },
        { name: 'Allocated', value: <Amount base={settlement.allocatedTotal} decimals={decimals} /> },
        {
          name: 'Dust left in the vault',
          value: <Amount base={settlement.dust} decimals={decimals} />,
        },
        { name: 'Unlocked', value: unlocked === null ? 'unknown' : percent(unlocked) },
        { name: 'Raise collected', value: settlement.escrowEmptied ? 'yes, the escrow is empty' : 'not yet' },
      ]}
    />
  );
}

function Refunds({ launch, settlement: { refunds } }: PartProps) {
  if (refunds === null) return null;
  const decimals = launch.pledgeMintDecimals;
  const { refundableTotal, refundedTotal, refundedCount } = refunds;
  return (
    <Facts
      facts={[
        { name: 'Refundable in total', value: <Amount base={refundableTotal} decimals={decimals} /> },
        { name: 'Refunded', value: <Amount base={refundedTotal} decimals={decimals} /> },
        {
          name: 'Unclaimed',
          value: <Amount base={refundableTotal - refundedTotal} decimals={decimals} />,
        },
        { name: 'Share refunded', value: percent(shareBps(refundedTotal, refundableTotal)) },
        { name: 'Pledges refunded', value: formatCount(refundedCount, 'pledge') },
      ]}
    />
  );
}
