import { useState } from 'react';
import { failureOf } from '../../../data/failure.ts';
import { useWalletControl } from '../../../data/owner/control.ts';
import { useRewardsSummary } from '../../../data/owner/rewards.ts';
import { shortKey } from '../../../model/keys.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { RewardHistory } from './history.tsx';
import { Summary } from './summary.tsx';

/** Rewards of the owner's wallet or an agent wallet, always with their disclosures. */
export function Rewards() {
  const [wallet, setWallet] = useState<string>();
  const { data, error, refetch } = useRewardsSummary(wallet);
  return (
    <>
      <WalletChoice wallet={wallet} onChoose={setWallet} />
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="14rem" />}
      {data !== undefined && <Summary summary={data} />}
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
