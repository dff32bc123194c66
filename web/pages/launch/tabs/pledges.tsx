import { Link, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { failureOf } from '../../../data/failure.ts';
import { timeOf } from '../../../data/launch-shapes.ts';
import { usePledges } from '../../../data/pledges.ts';
import { grouped } from '../../../model/formats.ts';
import { shortKey } from '../../../model/keys.ts';
import { PLEDGE_ORDERS, type PledgeOrder } from '../../../model/pledge-orders.ts';
import { Card, NumbersTable, Skeleton } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { Amount, Badge, Moment } from '../../../parts/values.tsx';
import type { LaunchProps, TimedLaunchProps } from '../shown.ts';
import { ListingCsv } from './listing-file.tsx';
import { useListingPages, useSearchChange } from './listing-place.ts';

const ORDERS: Readonly<Record<PledgeOrder, string>> = {
  amount_desc: 'Largest',
  pledged_ts_desc: 'Newest',
  updated_slot_desc: 'Recently updated',
  pledger: 'By wallet',
};

/** Every pledge, page by page. Later pages stay at the slot of the first, so none is missed or shown twice. */
export function PledgesCard({ at, launch }: LaunchProps) {
  const { sort: orderBy = 'amount_desc' } = useSearch({ from: '/launches/$launchId' });
  const { after, moves } = useListingPages('pledges');
  const change = useSearchChange();
  const { data, error, refetch, isPlaceholderData } = usePledges({ ...at, orderBy, after });
  const page = data?.pledges;
  // The page itself says that it is not up to date.
  const failed = error !== null && (data === undefined || isPlaceholderData);
  return (
    <Card title="Pledges" note={data && `As of slot ${grouped(data.source.lastIndexedSlot)}`}>
      <OrderChoice order={orderBy} onOrder={(sort) => change({ sort, pledges: undefined })} />
      {failed && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="14rem" />}
      {page?.nodes.length === 0 && <p className="quiet">No pledge exists at this slot.</p>}
      {page && page.nodes.length > 0 && (
        <Rows launch={launch} now={timeOf(data.source)} page={page} busy={isPlaceholderData} />
      )}
      {data && page && page.nodes.length > 0 && (
        <ListingCsv
          launchId={launch.launchId}
          listing="pledges"
          slot={data.source.lastIndexedSlot}
          what="pledges"
        />
      )}
      <Pager what="pledges" busy={isPlaceholderData} {...moves(page?.pageInfo)} />
    </Card>
  );
}

interface OrderChoiceProps {
  readonly order: PledgeOrder;
  readonly onOrder: (order: PledgeOrder) => void;
}

function OrderChoice({ order, onOrder }: OrderChoiceProps) {
  const id = useId();
  return (
    <fieldset className="choices-set" aria-labelledby={id}>
      <legend id={id} className="visually-hidden">
        Order of the pledges
      </legend>
      <div className="choices">
        {PLEDGE_ORDERS.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={order === name}
            onClick={() => onOrder(name)}
          >
            {ORDERS[name]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

type Page = NonNullable<NonNullable<ReturnType<typeof usePledges>['data']>['pledges']>;

interface RowsProps extends Omit<TimedLaunchProps, 'at'> {
  readonly page: Page;
  /** Whether these are the previous rows, and the requested ones are still loading. */
  readonly busy: boolean;
}

function Rows({ launch, now, page, busy }: RowsProps) {
  const failed = launch.status === 'failed';
  return (
    <NumbersTable
      caption="Pledges"
      busy={busy}
      rows={page.nodes}
      keyOf={({ pledger }) => pledger}
      columns={[
        {
          name: 'Wallet',
          cell: ({ pledger }) => (
            <span className="key">
              <Link
                to="."
                search={(before) => ({ ...before, wallet: pledger })}
                resetScroll={false}
                title={pledger}
              >
                {shortKey(pledger)}
              </Link>
              <CopyButton text={pledger} what={`wallet ${shortKey(pledger)}`} />
            </span>
          ),
        },
        {
          name: 'Pledged',
          number: true,
          cell: ({ amount }) => <Amount base={amount} decimals={launch.pledgeMintDecimals} />,
        },
        failed
          ? {
              name: 'Refund',
              minor: true,
              cell: ({ refunded }) => (
                <Badge tone={refunded ? 'good' : 'warn'}>{refunded ? 'claimed' : 'unclaimed'}</Badge>
              ),
            }
          : {
              name: 'Tokens claimed',
              number: true,
              minor: true,
              cell: ({ tokensReleased }) => (
                <Amount base={tokensReleased} decimals={launch.launchMintDecimals} />
              ),
            },
        { name: 'When', minor: true, cell: ({ pledgedTs }) => <Moment time={pledgedTs} now={now} /> },
      ]}
    />
  );
}
