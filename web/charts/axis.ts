import type UPlot from 'uplot';

/** The design's colours and font in a form that a canvas accepts. */
export interface ChartColours {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly fill: string;
  readonly warn: string;
  readonly info: string;
  readonly bad: string;
  readonly badFill: string;
  readonly card: string;
  /** A font, as a canvas takes it. */
  readonly font: string;
}

export type ChartOptions = Omit<UPlot.Options, 'width' | 'height'>;

/** An axis in the design's colours; `label` is its title, with the unit. */
export function axis({ quiet, line, font }: ChartColours, more: UPlot.Axis = {}): UPlot.Axis {
  return {
    stroke: quiet,
    font,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    labelFont: font,
    labelSize: 20,
    labelGap: 2,
    ...more,
  };
}
