import { moneyText, shareText } from '../../model/harness/money.ts';
import { Card } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { NumbersTable } from '../../parts/numbers-table.tsx';
import type { FiguresProps } from './choose.tsx';

/** The charges of every fill, and their total. */
export function CostsCard({ report: { fees, parameters }, figures: { costs, end, gross } }: FiguresProps) {
  const { quote } = parameters;
  const rows = [
    { name: 'Technology fee', sum: costs.technology, terms: `${fees.technology_fee_bps} bps of each fill` },
    { name: 'Slippage', sum: costs.slippage, terms: `${fees.slippage_bps} bps of each fill` },
    { name: 'Priority fee', sum: costs.priority, terms: `${fees.priority_fee_quote} ${quote} a fill` },
    { name: 'All', sum: costs.total, terms: '' },
  ];
  return (
    <Card title="Costs" note={fees.source === 'locked' ? 'By the locked fees' : 'By the operator’s fees'}>
      <NumbersTable
        caption="Costs by kind"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Kind', cell: ({ name }) => name },
          { name: quote, number: true, cell: ({ sum }) => moneyText(sum) },
          { name: 'Share', number: true, cell: ({ sum }) => shareText(sum, costs.total) },
          { name: 'Terms', cell: ({ terms }) => <span className="quiet">{terms}</span> },
        ]}
      />
      <Facts
        look="pairs"
        facts={[
          { name: 'End equity without costs', value: moneyText(gross) },
          { name: 'Lost to costs', value: moneyText(gross - end) },
        ]}
      />
    </Card>
  );
}
