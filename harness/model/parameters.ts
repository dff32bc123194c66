import { BAR_SECONDS } from './bar.ts';

export interface Parameters {
  readonly fast: number;
  readonly slow: number;
  readonly barSeconds: number;
  readonly cooldownBars: number;
  /** In 10^-6 of the quote currency. */
  readonly startingCapital: bigint;
  readonly quote: string;
}

/** The reference parameters of the specification. */
export const REFERENCE: Parameters = {
  fast: 8,
  slow: 24,
  barSeconds: BAR_SECONDS,
  cooldownBars: 4,
  startingCapital: 10_000_000_000n,
  quote: 'USD',
};
