import { failureOf } from '../../data/failure.ts';
import type { AtSlot, Flows } from '../../data/launch-shapes.ts';
import { useFlows } from '../../data/pledges.ts';
import { calendar, grouped, seconds } from '../../model/formats.ts';
import { shortKey } from '../../model/keys.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Amount, Badge, KeyText } from '../../parts/values.tsx';
import { useListingPages } from './listing-place.ts';
import type { TimedLaunchProps } from './props.ts';

/** Escrow activity, oldest first. */
export function FlowsCard({ at, launch }: TimedLaunchProps) {
  const { after, moves } = useListingPages('activity');
  const later = useFlows(at, after);
  const shown = after === undefined ? launch : later.data;
  const flows = shown?.escrowFlows ?? null;
  return (
    <Card title="Escrow activity" note={shown && <Completeness of={shown} />}>
      {later.error !== null && (
        <FailureNotice failure={failureOf(later.error)} onRetry={() => void later.refetch()} />
      )}
      {shown === undefined && later.error === null && <Skeleton height="14rem" />}
      {shown && flows === null && <p className="quiet">Escrow activity cannot be read now.</p>}
      {flows?.nodes.length === 0 && <p className="quiet">No escrow activity up to this slot.</p>}
      {flows && flows.nodes.length > 0 && (
        <Rows
          flows={flows}
          decimals={launch.pledgeMintDecimals}
          busy={after !== undefined && later.isPlaceholderData}
        />
      )}
      <Pager what="escrow activity" busy={later.isPlaceholderData} {...moves(flows?.pageInfo)} />
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
    ? `Transactions were not indexed up to slot ${slot}: some may be missing`
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
        { name: 'Time', cell: ({ time }) => (time === null ? 'unknown' : calendar(seconds(time))) },
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
