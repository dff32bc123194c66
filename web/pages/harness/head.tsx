import { useId } from 'react';
import { calendar, formatCount, grouped } from '../../model/formats.ts';
import { changeText, moneyText, shareText } from '../../model/harness/figures.ts';
import { Facts } from '../../parts/facts.tsx';
import { Badge } from '../../parts/values.tsx';
import { Choose, type ChooseProps, type FiguresProps } from './choose.tsx';

const STRATEGIES = { sma: 'Crossover of two averages', composite: 'Rules by market regime' } as const;

/** What ran, on what data, and with what result. */
export function Head({
  report,
  figures,
  name,
  onFile,
}: FiguresProps & Pick<ChooseProps, 'onFile'> & { readonly name: string }) {
  const id = useId();
  const { parameters, data, strategy } = report;
  const { start, end } = figures;
  const until = data.last_ts + parameters.bar_seconds;
  return (
    <section className="card hero" aria-labelledby={id}>
      <div className="card-head">
        <div className="title-row">
          <h2 id={id}>{STRATEGIES[strategy]}</h2>
          <Badge>{name}</Badge>
          {data.source === 'fixture' && <Badge tone="info">Synthetic bars</Badge>}
        </div>
        <Choose onFile={onFile} label="Open another…" />
      </div>
      <p className="quiet">
        {formatCount(data.bars, 'bar')} of {grouped(parameters.bar_seconds)} s, from{' '}
        {calendar(BigInt(data.first_ts))} to {calendar(BigInt(until))}
      </p>
      <p className="row">
        <span className="figure">
          {moneyText(end)} <span className="unit">{parameters.quote} at the end, after all costs</span>
        </span>
        <strong>{shareText(end - start, start, { change: true })}</strong>
      </p>
      <Metrics report={report} figures={figures} />
    </section>
  );
}

interface Metric {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

function Metrics({ report, figures }: FiguresProps) {
  const metrics = metricsOf({ report, figures });
  return (
    <Facts
      facts={metrics.map(({ name, value, note }) => ({
        name,
        value: (
          <>
            {value}
            {note !== undefined && <span className="fact-note">{note}</span>}
          </>
        ),
      }))}
    />
  );
}

function metricsOf({ report: { consistency, data }, figures }: FiguresProps): Metric[] {
  const { start, end, gross, costs, drawdown, rounds, held } = figures;
  const share = (part: number, whole: number): string => shareText(BigInt(part), BigInt(whole));
  return [
    { name: 'Start', value: moneyText(start) },
    { name: 'Change, net', value: changeText(end - start) },
    {
      name: 'End without costs',
      value: moneyText(gross),
      note: shareText(gross - start, start, { change: true }),
    },
    { name: 'Costs', value: moneyText(costs.total), note: `${shareText(costs.total, start)} of the start` },
    drawdown === undefined
      ? { name: 'Deepest drawdown', value: 'none' }
      : {
          name: 'Deepest drawdown',
          value: shareText(-drawdown.fall, drawdown.peak),
          note: moneyText(-drawdown.fall),
        },
    {
      name: 'Round trips',
      value: grouped(rounds.closed),
      note: `${grouped(rounds.ahead)} ahead after costs${rounds.open ? ', 1 open' : ''}`,
    },
    { name: 'In the asset', value: share(held, data.bars), note: 'of the bars' },
    { name: 'As planned', value: share(consistency.matched, consistency.total), note: 'of the steps' },
  ];
}
