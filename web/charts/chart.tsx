import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../parts/media.ts';
import type { ChartColours, ChartOptions } from './axis.ts';

export interface ChartProps {
  /** Called again when the theme changes. Everything that it uses is in `of`. */
  readonly options: (colours: ChartColours) => ChartOptions;
  readonly data: UPlot.AlignedData;
  /** Changes when `options` would. */
  readonly of: string;
  /** What the chart shows, in one sentence. */
  readonly label: string;
  readonly height?: number;
}

/** A responsive canvas chart. Screen readers get its sentence; its numbers belong next to it. */
export function Chart({ options, data, of, label, height = 260 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const held = useRef({ options, data });
  held.current = { options, data };
  const theme = useTheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme and what `of` stands for make another chart.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const size = () => ({ width: Math.max(200, element.clientWidth), height });
    const made = new UPlot({ ...held.current.options(colours()), ...size() }, held.current.data, element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [theme, of, height]);

  useEffect(() => {
    plot.current?.setData(data);
  }, [data]);

  return <div className="chart" ref={place} style={{ minHeight: height }} role="img" aria-label={label} />;
}

function colours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: of('ink'),
    quiet: of('quiet'),
    line: of('line'),
    accent: of('accent'),
    fill: of('accent-soft'),
    warn: of('warn'),
    info: of('info'),
    bad: of('bad'),
    badFill: of('bad-soft'),
    card: of('card'),
    font: `${of('text-chart')} ${of('font')}`,
  };
}
