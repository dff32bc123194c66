import { type LiquidationAlert, useLiquidationAlerts } from '../../../data/owner/alerts.ts';
import { calendar, percent, seconds } from '../../../model/formats.ts';
import { Card, NumbersTable } from '../../../parts/card.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Badge } from '../../../parts/values.tsx';

/** Positions that are watched for their owner, and how near each is to its liquidation. */
export function Alerts() {
  return (
    <Card title="Liquidation alerts" note="Webhooks send these too">
      <Rows from={useLiquidationAlerts()} none="No agent has set an alert yet.">
        {(rows) => (
          <NumbersTable
            caption="Liquidation alerts"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Market', prose: true, cell: ({ market, venue }) => `${market} at ${venue}` },
              { name: 'Status', cell: (row) => <Status alert={row} /> },
              {
                name: 'Alert at',
                number: true,
                minor: true,
                cell: ({ distance_bps: bps }) => percent(BigInt(bps)),
              },
              { name: 'Distance', number: true, minor: true, cell: ({ seen }) => distanceOf(seen) },
              { name: 'Last check', prose: true, minor: true, cell: (row) => <LastLook alert={row} /> },
              {
                name: 'Last alert',
                minor: true,
                cell: ({ alerted_at: at }) => (at === null ? '–' : calendar(seconds(at))),
              },
            ]}
          />
        )}
      </Rows>
    </Card>
  );
}

interface AlertProps {
  readonly alert: LiquidationAlert;
}

function Status({ alert: { status, seen, distance_bps: bps } }: AlertProps) {
  if (status === 'stored') return <Badge>Not watched</Badge>;
  const distance = seen?.distance_bps ?? null;
  if (distance !== null && distance <= bps) return <Badge tone="bad">Near liquidation</Badge>;
  return <Badge tone="good">Watched</Badge>;
}

function LastLook({ alert: { not_watched_because: why, seen } }: AlertProps) {
  if (why !== null) return `Not watched: ${why}.`;
  if (seen === null) return 'Not checked yet.';
  return `${seen.sentence} ${calendar(seconds(seen.at))}`;
}

function distanceOf(seen: LiquidationAlert['seen']): string {
  const bps = seen?.distance_bps ?? null;
  return bps === null ? 'unknown' : percent(BigInt(bps));
}
