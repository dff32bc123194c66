import { Link, useSearch } from '@tanstack/react-router';
import { failureOf } from '../../../data/failure.ts';
import { timeOf } from '../../../data/launch-shapes.ts';
import { useWalletPosition, type WalletPosition } from '../../../data/wallet-position.ts';
import { grouped } from '../../../model/formats.ts';
import { KEY, keyIn, shortKey } from '../../../model/keys.ts';
import { Button, useFocusOnChange } from '../../../parts/actions.tsx';
import { Card, Skeleton } from '../../../parts/card.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LookUpForm } from '../../../parts/field.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Amount, KeyText, Moment } from '../../../parts/values.tsx';
import type { LaunchProps, TimedLaunchProps } from '../shown.ts';
import { useSearchChange } from './listing-place.ts';

/** One wallet's position in this launch. The wallet is part of the address, so that it can be shared. */
export function WalletCard(props: LaunchProps) {
  const { wallet } = useSearch({ from: '/launches/$launchId' });
  const sound = wallet !== undefined && KEY.test(wallet);
  const answer = useFocusOnChange<HTMLElement>(wallet);
  return (
    <Card title="Look up a wallet" note="What a wallet pledged, and what it can claim or get refunded">
      <LookUp key={wallet} wallet={wallet} />
      {sound && (
        <section
          ref={answer}
          tabIndex={-1}
          className="stack answer"
          aria-label={`Wallet ${shortKey(wallet)}`}
        >
          <Position {...props} wallet={wallet} />
        </section>
      )}
    </Card>
  );
}

function LookUp({ wallet }: { readonly wallet: string | undefined }) {
  const change = useSearchChange();
  const show = (found: string | undefined): void => change({ wallet: found });
  return (
    <LookUpForm
      label="Wallet address"
      given={wallet}
      read={keyIn}
      wrong="This is not a wallet address: use 32 to 44 base58 characters."
      action="Look up"
      onFound={show}
      className="input mono"
      autoCapitalize="off"
      placeholder="Base58, 32 to 44 characters"
    >
      {wallet !== undefined && <Button onClick={() => show(undefined)}>Clear</Button>}
    </LookUpForm>
  );
}

function Position({ at, launch, wallet }: LaunchProps & { readonly wallet: string }) {
  const { data, error, refetch } = useWalletPosition(at, wallet);
  if (data === undefined && error !== null) {
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height="5rem" />;
  const slot = data === null ? launch.source.lastIndexedSlot : data.source.lastIndexedSlot;
  const position = data?.wallet ?? null;
  if (data === null || position === null || position.pledgedTs === null) {
    return (
      <p className="quiet">
        This wallet has no pledge in launch {launch.launchId.toString()} at slot {grouped(slot)}.
      </p>
    );
  }
  const facts = positionFacts(position, { launch, now: timeOf(data.source) });
  const who = { name: 'Wallet', value: <KeyText value={wallet} what="the wallet" /> };
  return (
    <>
      <Facts facts={[who, ...facts, { name: 'As of slot', value: grouped(slot) }]} />
      <p>
        <Link to="/wallets/$wallet" params={{ wallet }} search={{ slot: at.slot?.toString() }}>
          This wallet in all launches
        </Link>
      </p>
    </>
  );
}

function positionFacts(
  { pledged, pledgedTs, pledgeAddress, allocation, refund }: WalletPosition,
  { launch, now }: Pick<TimedLaunchProps, 'launch' | 'now'>,
): Fact[] {
  const { launchMintDecimals: tokens, pledgeMintDecimals: pledge } = launch;
  const facts: Fact[] = [
    { name: 'Pledged', value: <Amount base={pledged} decimals={pledge} /> },
    { name: 'Since', value: pledgedTs === null ? 'never' : <Moment time={pledgedTs} now={now} /> },
  ];
  if (allocation !== null) {
    const { entitlement, unlocked, released, claimable } = allocation;
    const known = (amount: bigint | null) =>
      amount === null ? 'unknown' : <Amount base={amount} decimals={tokens} />;
    facts.push(
      { name: 'Entitlement', value: known(entitlement) },
      { name: 'Unlocked', value: known(unlocked) },
      { name: 'Claimed', value: known(released) },
      { name: 'Claimable', value: <strong>{known(claimable)}</strong> },
    );
  }
  if (refund !== null) {
    facts.push({ name: 'Refundable', value: <Amount base={refund.amount} decimals={pledge} /> });
    facts.push({ name: 'Refund', value: refund.refunded ? 'claimed' : <strong>unclaimed</strong> });
  }
  facts.push({ name: 'Pledge account', value: <KeyText value={pledgeAddress} what="the pledge account" /> });
  return facts;
}
