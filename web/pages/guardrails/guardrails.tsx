import { useState } from 'react';
import { failureOf } from '../../data/failure.ts';
import { useWalletControl, type WalletControl } from '../../data/owner/control.ts';
import { Skeleton } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { CounterpartiesCard } from './counterparties.tsx';
import { CountryCard } from './country.tsx';
import { LimitsCard } from './limits.tsx';
import { PolicyCard } from './policy.tsx';
import { Requests } from './requests.tsx';
import { Mode, Switch } from './switch.tsx';
import { Wallets } from './wallets.tsx';

/** What agents may do: the switch, the permission mode, the limits, and requests that wait for a signature. */
export function Guardrails() {
  const { data, error, refetch } = useWalletControl();
  if (data === undefined && error !== null) {
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return (
      <>
        <Skeleton height="8rem" />
        <Skeleton height="12rem" />
      </>
    );
  }
  return (
    <>
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      <Parts control={data} />
    </>
  );
}

function Parts({ control }: { readonly control: WalletControl }) {
  /** The request just made here: the owner signs it next. */
  const [next, setNext] = useState<string>();
  const part = { control, onWaits: setNext };
  return (
    <>
      <Switch state={control.switch} onWaits={setNext} />
      <Requests control={control} next={next} />
      <Mode key={control.permission_mode} mode={control.permission_mode} onWaits={setNext} />
      <PolicyCard {...part} />
      <LimitsCard {...part} />
      <CounterpartiesCard {...part} />
      <CountryCard {...part} />
      <Wallets {...part} />
    </>
  );
}
