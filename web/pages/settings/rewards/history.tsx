import { failureOf } from '../../../data/failure.ts';
import { type RewardRecord, type RewardsHistory, useRewardsHistory } from '../../../data/owner/rewards.ts';
import { calendar, seconds } from '../../../model/times.ts';
import { Amount } from '../../../parts/amount.tsx';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { KeyText } from '../../../parts/key-text.tsx';
import { NumbersTable } from '../../../parts/numbers-table.tsx';
import { Pager, usePages } from '../../../parts/pager.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Disclosures, programName } from './summary.tsx';

const STATES: Readonly<Record<RewardRecord['status'], { readonly tone: Tone; readonly label: string }>> = {
  pending: { tone: 'plain', label: 'Under review' },
  claimable: { tone: 'info', label: 'Matured' },
  paid: { tone: 'good', label: 'Paid' },
};

/** Every record, newest first. */
export function RewardHistory({ wallet }: { readonly wallet: string | undefined }) {
  const { page, moves, next } = usePages();
  const { data, error, isFetching, refetch } = useRewardsHistory(wallet, page);
  return (
    <Card title="Reward records" note="Newest first">
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="6rem" />}
      {data !== undefined && (
        <>
          <Records history={data} />
          <Pager
            what="reward records"
            busy={isFetching}
            {...moves}
            onNext={data.has_more ? next : undefined}
          />
          <Disclosures of={data} />
        </>
      )}
    </Card>
  );
}

function Records({ history: { results, decimals } }: { readonly history: RewardsHistory }) {
  const at = (time: number | null) => (time === null ? '–' : calendar(seconds(time)));
  return (
    <NumbersTable
      caption="Reward records"
      none="No record yet."
      rows={results}
      keyOf={({ program, id }) => `${program} ${id}`}
      columns={[
        { name: 'Programme', cell: ({ program }) => programName(program) },
        {
          name: 'State',
          cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>,
        },
        {
          name: 'Amount',
          number: true,
          cell: ({ amount_base_units: amount }) =>
            amount === null ? 'no price yet' : <Amount base={amount} decimals={decimals} />,
        },
        { name: 'Created', cell: ({ created_at }) => at(created_at) },
        { name: 'Matures', cell: ({ claimable_at }) => at(claimable_at) },
        { name: 'Paid', cell: ({ paid_at }) => at(paid_at) },
        {
          name: 'Transaction',
          cell: ({ tx_signature: signature }) =>
            signature === '' ? '–' : <KeyText value={signature} what="the signature" />,
        },
      ]}
    />
  );
}
