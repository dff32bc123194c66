import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type UPlot from 'uplot';
import { openBrowser } from '../../support/browser/chromium.ts';
import { PICTURE, PLOTS, type Point, SHARDS } from './page.ts';

const uplot = join(createRequire(import.meta.url).resolve('uplot'), '../..');
const SIZE = { width: 400, height: 260 } as const;
const STROKES = ['#1f6feb', '#d2691e', '#2e8b57'] as const;

interface Plot {
  readonly title: string;
  /** The sizes, then a line for each number of shards. */
  readonly data: readonly (readonly (number | null)[])[];
}

/** Draws every plot of the page into one picture, with the library that the web pages use, in a real browser. */
export async function drawPlots(points: readonly Point[]): Promise<void> {
  const sizes = [...new Set(points.map(({ versions }) => versions))].sort((a, b) => a - b);
  const plots = PLOTS.map(({ title, of }): Plot => {
    const lines = SHARDS.map((shards) =>
      sizes.map((size) => {
        const point = points.find((each) => each.shards === shards && each.versions === size);
        return point ? of(point) : null;
      }),
    );
    return { title, data: [sizes, ...lines] };
  });
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 3 * (SIZE.width + 16), height: 600 } });
  await page.setContent(
    '<body style="margin:0;background:#fff;display:flex;flex-wrap:wrap;gap:12px"></body>',
  );
  await page.addStyleTag({ content: readFileSync(join(uplot, 'dist/uPlot.min.css'), 'utf8') });
  await page.addScriptTag({ content: readFileSync(join(uplot, 'dist/uPlot.iife.min.js'), 'utf8') });
  await page.evaluate(draw, { plots, size: SIZE, shards: SHARDS, strokes: STROKES });
  const picture = await page.screenshot({ fullPage: true });
  writeFileSync(PICTURE, picture);
  await browser.close();
}

interface Drawing {
  readonly plots: readonly Plot[];
  readonly size: { readonly width: number; readonly height: number };
  readonly shards: readonly number[];
  readonly strokes: readonly string[];
}

/** Runs in the page. Both axes are logarithmic: sizes and what they cost span several orders of magnitude. */
function draw({ plots, size, shards, strokes }: Drawing): void {
  const Chart = (globalThis as unknown as { uPlot: typeof UPlot }).uPlot;
  const short = new Intl.NumberFormat('en', { notation: 'compact' });
  const values = (_plot: UPlot, splits: readonly (number | null)[]): (string | null)[] =>
    splits.map((value) => (value === null ? null : short.format(value)));
  for (const { title, data } of plots) {
    const series = shards.map((count, index) => ({
      label: count === 1 ? '1 server' : `${count} shards`,
      stroke: strokes[index] as string,
      width: 2,
      points: { show: true, size: 6 },
      spanGaps: true,
    }));
    new Chart(
      {
        ...size,
        title,
        scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
        axes: [{ values }, { values, size: 56 }],
        series: [{ label: 'versions' }, ...series],
        legend: { live: false },
      },
      data as unknown as UPlot.AlignedData,
      document.body,
    );
  }
}
