import { useMemo } from 'react';
import type { ReportTrade } from '../../../schemas/harness/report.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { commandOf, needsOf } from '../../model/harness/command.ts';
import { figuresOf, groupedDecimal, moneyText, shareText } from '../../model/harness/figures.ts';
import { Card, type Column, NumbersTable } from '../../parts/card.tsx';
import { Copyable } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pager, usePages } from '../../parts/pager.tsx';
import { Badge, KeyText, Moment } from '../../parts/values.tsx';
import type { ChooseProps, FiguresProps, ReportProps } from './choose.tsx';
import { CurveCard } from './curve.tsx';
import { Head } from './head.tsx';
import { StepsCard } from './steps.tsx';

/** The charges of every fill, and their total. */
function CostsCard({ report: { fees, parameters }, figures: { costs, end, gross } }: FiguresProps) {
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
          { name: 'Share', number: true, minor: true, cell: ({ sum }) => shareText(sum, costs.total) },
          { name: 'Terms', minor: true, cell: ({ terms }) => <span className="quiet">{terms}</span> },
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

const AT_ONCE = 25;

interface Figure {
  readonly name: string;
  readonly part: keyof ReportTrade;
  readonly minor?: true;
}

const FIGURES: readonly Figure[] = [
  { name: 'Price', part: 'price' },
  { name: 'Quantity', part: 'quantity', minor: true },
  { name: 'Notional', part: 'notional', minor: true },
  { name: 'Technology fee', part: 'technology_fee', minor: true },
  { name: 'Slippage', part: 'slippage', minor: true },
  { name: 'Priority fee', part: 'priority_fee', minor: true },
  { name: 'Costs', part: 'total_cost', minor: true },
  { name: 'Cash after', part: 'cash_after', minor: true },
];

const COLUMNS: readonly Column<ReportTrade>[] = [
  { name: 'Bar opened', cell: ({ ts }) => <Moment time={BigInt(ts)} /> },
  {
    name: 'Side',
    cell: ({ side }) => (
      <Badge tone={side === 'buy' ? 'info' : 'warn'}>{side === 'buy' ? 'Buy' : 'Sell'}</Badge>
    ),
  },
  ...FIGURES.map(({ part, ...figure }) => ({
    ...figure,
    number: true,
    cell: (trade: ReportTrade) => groupedDecimal(String(trade[part])),
  })),
];

/** Every fill, at the close of its bar, with each of its costs. */
function Trades({ report: { trades, parameters } }: ReportProps) {
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

/** The inputs of the report, and how anyone can reproduce it. */
function MadeOf({ report }: ReportProps) {
  const { parameters, data, schema, rules } = report;
  const command = commandOf(report);
  const needs = needsOf(report);
  return (
    <Card title="Inputs">
      <Facts
        facts={[
          { name: 'Averages, bars', value: `${parameters.fast} and ${parameters.slow}` },
          { name: 'Cooldown, bars', value: grouped(parameters.cooldown_bars) },
          {
            name: 'Starting capital',
            value: `${groupedDecimal(parameters.starting_capital)} ${parameters.quote}`,
          },
          {
            name: 'SHA-256 of the bars',
            value: <KeyText value={data.sha256} what="the digest of the bars" />,
          },
          { name: 'Schema', value: <code>{schema}</code> },
        ]}
      />
      <p>
        <span className="quiet">Bars:</span> {data.origin}
      </p>
      <ul className="plain-list">
        <li>
          <strong>Point in time.</strong> A decision at the close of a bar sees that bar and earlier ones
          only. Reading a later one ends the run.
        </li>
        <li>
          <strong>Recomputed.</strong> This page has repeated every trade from the closes, plans and fees in
          the file: positions, guardrails, costs, equity and figures match to the last unit. Reproduce the
          report to check its bars and plans.
        </li>
        <li>
          <strong>Deterministic.</strong> The same bars, fees and parameters give this report byte for byte on
          every machine.
        </li>
      </ul>
      <div className="stack">
        <h3>Reproduce it</h3>
        <Copyable text={command} what="the command" />
        {needs.length > 0 && <p className="small quiet">It needs {needs.join(', and ')}.</p>}
      </div>
      {rules !== undefined && (
        <details>
          <summary className="small quiet">Rules</summary>
          <Copyable text={JSON.stringify(rules, null, 2)} what="the rules" />
        </details>
      )}
    </Card>
  );
}

export function Report({
  report,
  name,
  onFile,
}: ReportProps & Pick<ChooseProps, 'onFile'> & { readonly name: string }) {
  const figures = useMemo(() => figuresOf(report), [report]);
  return (
    <>
      <Head report={report} figures={figures} name={name} onFile={onFile} />
      <Notice tone="info" title="Simulated on past data">
        <p>{report.statement}</p>
      </Notice>
      <CurveCard report={report} figures={figures} />
      <div className="columns">
        <CostsCard report={report} figures={figures} />
        <StepsCard report={report} figures={figures} />
      </div>
      <Trades report={report} />
      <MadeOf report={report} />
    </>
  );
}
