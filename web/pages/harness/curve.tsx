import { useMemo, useState } from 'react';
import type { HarnessReport } from '../../../schemas/harness/report.ts';
import { Chart } from '../../charts/chart.tsx';
import { calendar, formatCount } from '../../model/formats.ts';
import { changeText, groupedDecimal, micros, shareText } from '../../model/harness/figures.ts';
import { Card } from '../../parts/card.tsx';
import type { FiguresProps } from './choose.tsx';
import { drawdownOptions, equityOptions } from './curve-options.ts';

/** Equity at every close with buys and sells, and the distance below its peak. */
export function CurveCard({ report, figures }: FiguresProps) {
  const [under, setUnder] = useState<number>();
  const curve = useMemo(() => curveOf(report), [report]);
  const of = `${report.data.sha256} ${report.ending_equity}`;
  const { quote } = report.parameters;
  return (
    <Card title="Equity" note={`${quote}, at the close of each bar, before the costs of selling`}>
      <div className="chart-frame">
        <Chart
          of={of}
          data={[curve.times, curve.equity]}
          options={equityOptions({
            ...curve,
            ...{ quote, setUnder },
            start: Number(report.parameters.starting_capital),
            textOf: (index) => equityText(report, index),
          })}
          label={sentence({ report, figures })}
        />
        <div className="legend">
          <span>equity</span>
          <span className="legend-high">start</span>
          <span className="legend-mark legend-buy">bought</span>
          <span className="legend-mark legend-sell">sold</span>
        </div>
        <h3>Drawdown</h3>
        <Chart
          of={of}
          height={150}
          data={[curve.times, curve.drawdown]}
          options={drawdownOptions({ setUnder, textOf: (index) => drawdownText(curve, index) })}
          label={fallSentence({ report, figures })}
        />
        <Readout report={report} index={under ?? curve.times.length - 1} peaks={curve.peaks} />
      </div>
    </Card>
  );
}

function equityText({ equity_curve, parameters }: HarnessReport, index: number): string | undefined {
  const point = equity_curve[index];
  return point && `${calendar(BigInt(point.ts))}: ${groupedDecimal(point.equity)} ${parameters.quote}`;
}

function drawdownText({ times, drawdown }: ReturnType<typeof curveOf>, index: number): string | undefined {
  const [time, share] = [times[index], drawdown[index]];
  if (time === undefined || share === undefined) return undefined;
  return `${calendar(BigInt(time))}: ${(-share).toFixed(2)} % below its peak`;
}

interface ReadoutProps {
  readonly report: HarnessReport;
  readonly index: number;
  readonly peaks: readonly bigint[];
}

function Readout({ report: { equity_curve, steps, parameters }, index, peaks }: ReadoutProps) {
  const [point, step, peak] = [equity_curve[index], steps[index], peaks[index] ?? 0n];
  if (point === undefined || step === undefined) return null;
  const below = micros(point.equity) - peak;
  return (
    <p className="readout">
      {calendar(BigInt(point.ts))} · {groupedDecimal(point.equity)} {parameters.quote} ·{' '}
      {below < 0n ? `${shareText(-below, peak)} below its peak` : 'at its peak'} · close{' '}
      {groupedDecimal(step.close)} · {step.executed}
    </p>
  );
}

/** A canvas needs doubles; every displayed number is exact. */
function curveOf({ equity_curve: points, trades }: HarnessReport) {
  const equity = points.map((point) => Number(point.equity));
  let top = 0n;
  const peaks = points.map((point) => {
    const value = micros(point.equity);
    if (value > top) top = value;
    return top;
  });
  const drawdown = points.map((point, index) => {
    const peak = peaks[index] ?? 1n;
    return peak <= 0n ? 0 : Number(((micros(point.equity) - peak) * 1_000_000n) / peak) / 10_000;
  });
  const times = points.map(({ ts }) => ts);
  const flips = trades.map(({ i, ts, side }) => ({ x: ts, y: equity[i] ?? 0, side }));
  return { times, equity, peaks, drawdown, flips };
}

function sentence({ report, figures: { start, end } }: FiguresProps): string {
  const { quote, starting_capital } = report.parameters;
  const change = `${changeText(end - start)} (${shareText(end - start, start, { change: true })})`;
  const trades = formatCount(report.trades.length, 'trade');
  return `Equity went from ${groupedDecimal(starting_capital)} to ${groupedDecimal(report.ending_equity)} ${quote}, ${change}, with ${trades}.`;
}

function fallSentence({ figures: { drawdown } }: FiguresProps): string {
  if (drawdown === undefined) return 'Equity never fell below what it had reached before.';
  const { fall, peak, from, to } = drawdown;
  return `The deepest drawdown was ${shareText(fall, peak)}, from ${calendar(BigInt(from))} to ${calendar(BigInt(to))}.`;
}
