import { getRouteApi } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { timeOf } from '../../data/launch-shapes.ts';
import { useTokenNames } from '../../data/token-names.ts';
import { useWallet, type WalletAt } from '../../data/wallet.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { KEY, shortKey } from '../../model/keys.ts';
import { type MintTotal, type WalletTotals, walletTotals } from '../../model/positions.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { CsvButton } from '../../parts/csv-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FailureNotice, Outdated } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, KeyText } from '../../parts/values.tsx';
import { Positions } from './positions.tsx';

const route = getRouteApi('/wallets/$wallet');
const COLUMNS = [
  ...['launch.launch_id', 'launch.status', 'launch.launch_mint', 'launch.launch_mint_decimals'],
  ...['launch.pledge_mint', 'launch.pledge_mint_decimals', 'pledge.pledger', 'pledge.amount'],
  ...['pledge.tokens_released', 'pledge.refunded', 'pledge.pledged_ts', 'pledge.updated_slot'],
  ...['allocation.entitlement', 'allocation.unlocked', 'allocation.claimable', 'refund.amount'],
];

/** One wallet across all launches, live or at an earlier slot. */
export function WalletPage() {
  const { wallet } = route.useParams();
  const search = route.useSearch();
  const slot = search.slot === undefined ? undefined : Number(search.slot);
  return (
    <Page title={`Wallet ${shortKey(wallet)}`} slot={slot}>
      <div className="stack">
        <h1>Wallet</h1>
        {KEY.test(wallet) && <KeyText value={wallet} what="the wallet" whole />}
      </div>
      {KEY.test(wallet) ? (
        <Wallet wallet={wallet} slot={slot} />
      ) : (
        <p className="quiet">This is not a wallet address: an address has 32 to 44 base58 characters.</p>
      )}
    </Page>
  );
}

function Wallet(at: WalletAt) {
  const { data, error, refetch } = useWallet(at);
  if (data === undefined && error !== null)
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  const { source, pledges, totalCount } = data;
  const slot = source.lastIndexedSlot;
  return (
    <>
      {error !== null && <Outdated slot={slot} />}
      <Card title="In all launches" note={`As of slot ${grouped(slot)}`}>
        {pledges.length === 0 ? (
          <p className="quiet">This wallet has no pledge in any launch at slot {grouped(slot)}.</p>
        ) : (
          <Totals totals={walletTotals(pledges)} shown={pledges.length} of={totalCount} />
        )}
      </Card>
      {pledges.length > 0 && (
        <Card title="Pledges" note={formatCount(totalCount, 'launch', 'launches')}>
          <Positions wallet={at.wallet} slot={at.slot} pledges={pledges} now={timeOf(source)} />
          <CsvButton
            what="positions"
            listing={{
              name: `positions-${shortKey(at.wallet).replace('…', '-')}`,
              path: `/ilo/wallets/${at.wallet}/positions/`,
              query: { as_of_slot: slot.toString() },
              by: 'cursor',
              columns: COLUMNS,
            }}
          />
        </Card>
      )}
    </>
  );
}

interface TotalsProps {
  readonly totals: WalletTotals;
  readonly shown: number;
  readonly of: bigint;
}

function Totals({ totals, shown, of }: TotalsProps) {
  const { pledged, claimable, refundable, unknownClaimable } = totals;
  return (
    <>
      <Facts
        facts={[
          { name: 'Pledged', value: <Sums totals={pledged} /> },
          { name: 'Claimable now', value: <Sums totals={claimable} /> },
          { name: 'Refundable', value: <Sums totals={refundable} /> },
        ]}
      />
      {unknownClaimable > 0 && (
        <p className="small quiet">
          The totals leave out {formatCount(unknownClaimable, 'launch', 'launches')}: how much has unlocked is
          unknown, because this slot has no block time.
        </p>
      )}
      {BigInt(shown) < of && (
        <p className="small quiet">
          Only the newest {grouped(shown)} of {formatCount(of, 'launch', 'launches')} are shown and added up.
        </p>
      )}
    </>
  );
}

function Sums({ totals }: { readonly totals: readonly MintTotal[] }) {
  const names = useTokenNames(totals.map(({ mint }) => mint));
  if (totals.length === 0) return <>0</>;
  return (
    <span className="stack">
      {totals.map(({ mint, decimals, sum }) => (
        <span key={mint}>
          <Amount base={sum} decimals={decimals} /> <TokenText mint={mint} token={names.get(mint)} plain />
        </span>
      ))}
    </span>
  );
}

function Waiting() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading the wallet
      </p>
      <Skeleton height="7rem" />
      <Skeleton height="14rem" />
    </>
  );
}
