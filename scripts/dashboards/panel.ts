/** One line, or one family of lines, of a panel. */
export interface Query {
  /** PromQL; `$__rate_interval` is a window that Grafana chooses. */
  readonly expr: string;
  /** Name of a line, `{{label}}` included. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly kind: 'timeseries' | 'table';
  readonly queries: readonly Query[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** @param queries expressions by legend */
export function graph(title: string, unit: string, queries: Readonly<Record<string, string>>): Panel {
  return { title, unit, kind: 'timeseries', queries: named(queries) };
}

/** The newest values alone. */
export function table(title: string, expr: string): Panel {
  return { title, unit: 'none', kind: 'table', queries: named({ '': expr }) };
}

/** Events a second. */
export const rate = (counter: string, ...labels: string[]): string =>
  `sum ${by(labels)}(rate(${counter}[$__rate_interval]))`;

/** Events within the window of one point, for what happens seldom. */
export const count = (counter: string, ...labels: string[]): string =>
  `sum ${by(labels)}(increase(${counter}[$__rate_interval]))`;

/** The time, or size, that 95 of 100 observations stay below. */
export const p95 = (histogram: string, ...labels: string[]): string =>
  `histogram_quantile(0.95, sum by (${['le', ...labels].join(', ')}) (rate(${histogram}_bucket[$__rate_interval])))`;

const by = (labels: readonly string[]): string => (labels.length === 0 ? '' : `by (${labels.join(', ')}) `);

const named = (queries: Readonly<Record<string, string>>): Query[] =>
  Object.entries(queries).map(([legend, expr]) => ({ legend, expr }));
