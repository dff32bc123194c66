import UPlot from 'uplot';

/** The calendar of every time chart: that of the chain and the rest of the page, not the reader's. */
export const inUtc = (seconds: number): Date => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC');

const MINUTE = 60;
const DAY = 86_400;
const MONTH = 28 * DAY;

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en', { timeZone: 'UTC', hourCycle: 'h23', ...options });
  return (seconds: number): string => made.format(seconds * 1000);
};

const second = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clock = format({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
const day = format({ month: 'short', day: 'numeric' });
const month = format({ month: 'short', year: 'numeric' });

/** Labels the marks of a time axis, with a precision that fits their distance. */
export function timeMarks(
  _plot: UPlot,
  splits: number[],
  _axis: number,
  _space: number,
  apart: number,
): string[] {
  return splits.map(apart < MINUTE ? second : apart < DAY ? clock : apart < MONTH ? day : month);
}
