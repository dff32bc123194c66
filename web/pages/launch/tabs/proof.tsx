import { failureOf } from '../../../data/failure.ts';
import { useLaunchAccounts } from '../../../data/launch-figures.ts';
import { Skeleton } from '../../../parts/card.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { useShown } from '../shown.ts';
import { Accounts, Downloads, VerifyCard } from './verify.tsx';

/** How anyone can check the launch: the verifier, whole listings as files, and the accounts. */
export function ProofTab() {
  const { at, launch } = useShown();
  const { data: accounts, error, refetch } = useLaunchAccounts(at);
  return (
    <>
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      <div className="columns">
        {accounts ? <VerifyCard launch={launch} accounts={accounts} /> : <Skeleton height="16rem" />}
        <Downloads launch={launch} />
      </div>
      {accounts ? <Accounts accounts={accounts} /> : <Skeleton height="12rem" />}
    </>
  );
}
