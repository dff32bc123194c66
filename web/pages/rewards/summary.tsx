import type { RewardBuckets, RewardsSummary } from '../../data/owner/rewards.ts';
import { formatCount } from '../../model/formats.ts';
import { Card, NumbersTable } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Amount, Badge } from '../../parts/values.tsx';

const BUCKETS = ['accrued', 'pending', 'claimable', 'paid'] as const;
const WORDS = {
  accrued: 'Accrued in all',
  pending: 'Under review',
  claimable: 'Matured',
  paid: 'Paid',
} as const;

/** Rewards by status and by programme. Records without a price are counted, never estimated. */
export function Summary({ summary }: { readonly summary: RewardsSummary }) {
  const { totals, programs, reward_asset: asset, decimals, pre_mint: preMint } = summary;
  const cell = (buckets: RewardBuckets, name: (typeof BUCKETS)[number]) => (
    <Sum bucket={buckets[name]} decimals={decimals} />
  );
  return (
    <Card title={`Rewards in ${asset}`} note={preMint && <Badge tone="info">Before the mint</Badge>}>
      {preMint && (
        <p className="quiet">
          The mint of {asset} does not exist yet: fee shares have no amount, and nothing settles.
        </p>
      )}
      <Facts facts={BUCKETS.map((name) => ({ name: WORDS[name], value: cell(totals, name) }))} />
      <NumbersTable
        caption="Rewards by programme"
        stacks
        rows={Object.entries(programs)}
        keyOf={([name]) => name}
        columns={[
          { name: 'Programme', cell: ([name]) => programName(name) },
          ...BUCKETS.map((name) => ({
            name: WORDS[name],
            number: true,
            cell: ([, buckets]: [string, RewardBuckets]) => cell(buckets, name),
          })),
        ]}
      />
      <Disclosures of={summary} />
    </Card>
  );
}

interface SumProps {
  readonly bucket: RewardBuckets['accrued'];
  readonly decimals: number;
}

function Sum({ bucket: { count, priced_count: priced, amount_base_units: amount }, decimals }: SumProps) {
  const without = count - priced;
  return (
    <span title={formatCount(count, 'record')}>
      <Amount base={amount} decimals={decimals} />
      {without > 0n && (
        <span className="small quiet"> + {formatCount(without, 'record')} without a price</span>
      )}
    </span>
  );
}

export interface DisclosuresProps {
  readonly of: { readonly disclosure: string; readonly contribution_disclosure: string };
}

/** The disclosures required next to every reward figure, and next to contribution credits even if there are none. */
export function Disclosures({ of }: DisclosuresProps) {
  return (
    <div className="disclosures small">
      <p>{of.disclosure}</p>
      <p>{of.contribution_disclosure}</p>
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  referral: 'Referral',
  clone: 'Clone',
  integrator: 'Integrator',
  signup_bonus: 'Sign-up bonus',
  hive_contribution: 'Contribution credits',
  distribution: 'Distribution',
  season: 'Season',
};

export const programName = (program: string): string => NAMES[program] ?? program;
