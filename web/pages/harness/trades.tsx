import type { ReportTrade } from '../../../schemas/harness/report.ts';
import { groupedDecimal } from '../../model/harness/money.ts';
import { formatCount } from '../../model/numbers.ts';
import { calendar } from '../../model/times.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, NumbersTable } from '../../parts/numbers-table.tsx';
import { Pager, usePages } from '../../parts/pager.tsx';
import type { ReportProps } from './choose.tsx';

const AT_ONCE = 25;

const FIGURES = [
  ['Price', 'price'],
  ['Quantity', 'quantity'],
  ['Notional', 'notional'],
  ['Technology fee', 'technology_fee'],
  ['Slippage', 'slippage'],
  ['Priority fee', 'priority_fee'],
  ['Costs', 'total_cost'],
  ['Cash after', 'cash_after'],
] as const satisfies readonly (readonly [string, keyof ReportTrade])[];

const COLUMNS: readonly Column<ReportTrade>[] = [
  { name: 'Bar opened', cell: ({ ts }) => calendar(BigInt(ts)) },
  {
    name: 'Side',
    cell: ({ side }) => (
      <Badge tone={side === 'buy' ? 'info' : 'warn'}>{side === 'buy' ? 'Buy' : 'Sell'}</Badge>
    ),
  },
  ...FIGURES.map(([name, part]) => ({
    ...{ name, number: true },
    cell: (trade: ReportTrade) => groupedDecimal(trade[part]),
  })),
];

/** Every fill, at the close of its bar, with each of its costs. */
export function Trades({ report: { trades, parameters } }: ReportProps) {
  const { page, moves, next } = usePages();
  const shown = trades.slice(page * AT_ONCE, (page + 1) * AT_ONCE);
  const last = Math.max(0, Math.ceil(trades.length / AT_ONCE) - 1);
  return (
    <Card title="Trades" note={`${formatCount(trades.length, 'fill')}, in ${parameters.quote}`}>
      <NumbersTable
        none="The agent bought nothing."
        dense
        caption="Trades"
        rows={shown}
        keyOf={({ i }) => String(i)}
        columns={COLUMNS}
      />
      <Pager what="trades" {...moves} onNext={page < last ? next : undefined} />
    </Card>
  );
}
