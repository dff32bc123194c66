import { failureOf } from '../../../data/failure.ts';
import type { AtSlot, Flows } from '../../../data/launch-shapes.ts';
import { useFlows } from '../../../data/pledges.ts';
import { calendar, grouped, seconds } from '../../../model/formats.ts';
import { shortKey } from '../../../model/keys.ts';
import { Card, NumbersTable, Skeleton } from '../../../parts/card.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { Amount, Badge, KeyText } from '../../../parts/values.tsx';
import { type TimedLaunchProps, useShown } from '../shown.ts';
import { ListingCsv } from './listing-file.tsx';
import { useListingPages } from './listing-place.ts';

/** What moved into and out of the escrow. */
export function ActivityTab() {
  const shown = useShown();
  return <FlowsCard key={shown.at.slot} {...shown} />;
}

/** Escrow activity, oldest first. */
function FlowsCard({ at, launch }: TimedLaunchProps) {
  const { after, moves } = useListingPages('activity');
  const { data: shown, error, isPlaceholderData, refetch } = useFlows(at, after);
  const flows = shown?.escrowFlows ?? null;
  const failed = error !== null && (shown === undefined || isPlaceholderData);
  return (
    <Card title="Escrow activity" note={shown && <Completeness of={shown} />}>
      {failed && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {shown === undefined && error === null && <Skeleton height="14rem" />}
      {shown && flows === null && <p className="quiet">Escrow activity cannot be read now.</p>}
      {flows?.nodes.length === 0 && <p className="quiet">No escrow activity up to this slot.</p>}
      {flows && flows.nodes.length > 0 && (
        <Rows flows={flows} decimals={launch.pledgeMintDecimals} busy={isPlaceholderData} />
      )}
      {shown && flows && flows.nodes.length > 0 && (
        <ListingCsv
          launchId={launch.launchId}
          listing="flows"
          slot={shown.source.lastIndexedSlot}
          what="escrow activity"
        />
      )}
      <Pager what="escrow activity" busy={isPlaceholderData} {...moves(flows?.pageInfo)} />
    </Card>
  );
}

interface CompletenessProps {
  readonly of: { readonly escrowFlows: Flows | null; readonly source: Pick<AtSlot, 'lastIndexedSlot'> };
}

function Completeness({ of: { escrowFlows, source } }: CompletenessProps) {
  const slot = grouped(source.lastIndexedSlot);
  if (escrowFlows === null) return `As of slot ${slot}`;
  return escrowFlows.completeFromSlot === null
    ? `Some may be missing: transactions are not indexed up to slot ${slot}`
    : `Complete from slot ${grouped(escrowFlows.completeFromSlot)} to ${slot}`;
}

interface RowsProps {
  readonly flows: Flows;
  readonly decimals: number | null;
  readonly busy: boolean;
}

function Rows({ flows, decimals, busy }: RowsProps) {
  return (
    <NumbersTable
      caption="Escrow activity"
      busy={busy}
      rows={flows.nodes}
      keyOf={({ signature, ordinal }) => `${signature} ${ordinal}`}
      columns={[
        { name: 'Slot', number: true, minor: true, cell: ({ slot }) => grouped(slot) },
        {
          name: 'Time',
          minor: true,
          cell: ({ time }) => (time === null ? 'unknown' : calendar(seconds(time))),
        },
        {
          name: 'What',
          cell: ({ kind, direction }) => (
            <Badge tone={direction === 'in' ? 'good' : 'warn'}>
              {direction} · {kind}
            </Badge>
          ),
        },
        {
          name: 'Wallet',
          minor: true,
          cell: ({ wallet }) =>
            wallet === null ? 'unknown' : <KeyText value={wallet} what={`wallet ${shortKey(wallet)}`} />,
        },
        { name: 'Amount', number: true, cell: ({ amount }) => <Amount base={amount} decimals={decimals} /> },
        {
          name: 'Transaction',
          minor: true,
          cell: ({ signature }) => <KeyText value={signature} what={`transaction ${shortKey(signature)}`} />,
        },
      ]}
    />
  );
}
