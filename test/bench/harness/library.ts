import dataForge from 'data-forge';
import grademark from 'grademark';

interface LibraryBar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly fast?: number;
  readonly slow?: number;
}

/** The same crossover in grademark, as its manual has it. Resolves with the number of trades. */
export function libraryRun(
  closes: Float64Array,
  { fast, slow }: { readonly fast: number; readonly slow: number },
): number {
  const bars = Array.from(closes, (close, i): LibraryBar => {
    return { time: new Date(i * 3_600_000), open: close, high: close, low: close, close, volume: 1 };
  });
  const isAbove = ({ fast: quick = 0, slow: lazy = 0 }: LibraryBar): boolean => quick > lazy;
  const series = new dataForge.DataFrame<number, LibraryBar>(bars);
  const close = series.deflate((bar) => bar.close);
  const averaged = series
    .withSeries(
      'fast',
      close
        .rollingWindow(fast)
        .select((window) => [window.getIndex().last(), window.average()] as const)
        .withIndex(([index]) => index as number)
        .select(([, value]) => value),
    )
    .withSeries(
      'slow',
      close
        .rollingWindow(slow)
        .select((window) => [window.getIndex().last(), window.average()] as const)
        .withIndex(([index]) => index as number)
        .select(([, value]) => value),
    )
    .skip(slow)
    .bake();
  const trades = grademark.backtest(
    {
      entryRule: (enter, { bar }) => void (isAbove(bar) && enter()),
      exitRule: (exit, { bar }) => void (isAbove(bar) || exit()),
    },
    averaged as never,
  );
  return trades.length;
}
