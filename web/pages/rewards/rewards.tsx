import { useState } from 'react';
import { failureOf } from '../../data/failure.ts';
import { useWalletControl } from '../../data/owner/control.ts';
import {
  type RewardRecord,
  type RewardsHistory,
  useRewardsHistory,
  useRewardsSummary,
} from '../../data/owner/rewards.ts';
import { calendar, seconds } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import type { Tone } from '../../model/launch.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { CsvButton } from '../../parts/csv-button.tsx';
import { useIsPhone } from '../../parts/media.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { Pager, usePages } from '../../parts/pager.tsx';
import { Amount, Badge, KeyText } from '../../parts/values.tsx';
import { Payouts } from './payouts.tsx';
import { Disclosures, programName, Summary } from './summary.tsx';

const STATES: Readonly<Record<RewardRecord['status'], { readonly tone: Tone; readonly label: string }>> = {
  pending: { tone: 'plain', label: 'Under review' },
  claimable: { tone: 'info', label: 'Matured' },
  paid: { tone: 'good', label: 'Paid' },
};

/** A hold and a credit are pending without a date. */
function stateOf({ status, pending_because: because }: RewardRecord): string {
  if (because === 'held') return 'On hold';
  return because === 'contribution_credit' ? 'Credit' : STATES[status].label;
}

const COLUMNS = [
  ...['program', 'id', 'status', 'pending_because', 'amount_base_units', 'created_at', 'matures_at'],
  ...['claimable_at', 'paid_at', 'payout_request_id', 'tx_signature'],
];

/** Every record, newest first. */
function RewardHistory({ wallet }: { readonly wallet: string | undefined }) {
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
          {data.results.length > 0 && (
            <CsvButton
              what="reward records"
              listing={{
                name: 'rewards',
                path: '/user-rewards/history/',
                query: { wallet_address: wallet },
                by: 'offset',
                owned: true,
                columns: COLUMNS,
              }}
            />
          )}
          <Disclosures of={data} />
        </>
      )}
    </Card>
  );
}

function Records({ history: { results, decimals } }: { readonly history: RewardsHistory }) {
  const isPhone = useIsPhone();
  const at = (time: number | null) => (time === null ? '–' : calendar(seconds(time)));
  return (
    <NumbersTable
      caption="Reward records"
      none="No record yet."
      rows={results}
      keyOf={({ program, id }) => `${program} ${id}`}
      columns={[
        ...(isPhone
          ? [{ name: 'Programme', cell: ProgrammeAndState }]
          : [
              { name: 'Programme', cell: ({ program }: RewardRecord) => programName(program) },
              { name: 'State', cell: State },
            ]),
        {
          name: 'Amount',
          number: true,
          cell: ({ amount_base_units: amount }) =>
            amount === null ? 'no price yet' : <Amount base={amount} decimals={decimals} />,
        },
        { name: 'Created', minor: true, cell: ({ created_at }) => at(created_at) },
        { name: 'Matures', minor: true, cell: ({ matures_at }) => at(matures_at) },
        {
          name: 'Payout',
          minor: true,
          cell: ({ payout_request_id: id }) => (id === null ? '–' : String(id)),
        },
        { name: 'Paid', minor: true, cell: ({ paid_at }) => at(paid_at) },
        {
          name: 'Transaction',
          minor: true,
          cell: ({ tx_signature: signature }) =>
            signature === '' ? '–' : <KeyText value={signature} what="the signature" />,
        },
      ]}
    />
  );
}

function State(record: RewardRecord) {
  return <Badge tone={STATES[record.status].tone}>{stateOf(record)}</Badge>;
}

function ProgrammeAndState(record: RewardRecord) {
  return (
    <span className="two-facts">
      {programName(record.program)}
      <State {...record} />
    </span>
  );
}

/** Rewards of the owner's wallet or an agent wallet, always with their disclosures. */
export function Rewards() {
  const [wallet, setWallet] = useState<string>();
  const { data, error, refetch } = useRewardsSummary(wallet);
  return (
    <>
      <WalletChoice wallet={wallet} onChoose={setWallet} />
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="14rem" />}
      {data !== undefined && (
        <>
          <Summary summary={data} />
          <Payouts key={data.wallet_address} summary={data} wallet={wallet} />
        </>
      )}
      <RewardHistory key={wallet} wallet={wallet} />
    </>
  );
}

interface WalletChoiceProps {
  readonly wallet: string | undefined;
  readonly onChoose: (wallet: string | undefined) => void;
}

/** Absent without agent wallets. */
function WalletChoice({ wallet, onChoose }: WalletChoiceProps) {
  const agents = useWalletControl().data?.agent_wallets ?? [];
  if (agents.length === 0) return null;
  return (
    <fieldset className="choices-set choices">
      <legend className="visually-hidden">Whose rewards</legend>
      {[undefined, ...agents].map((each) => (
        <button
          key={each ?? 'own'}
          type="button"
          className="button"
          aria-pressed={each === wallet}
          onClick={() => onChoose(each)}
        >
          {each === undefined ? 'Your wallet' : shortKey(each)}
        </button>
      ))}
    </fieldset>
  );
}
