import type { StrategyPlan } from '../../../../schemas/strategies/kinds.ts';
import type { WatchMemory } from '../../../../schemas/strategies/watch.ts';
import type { Market } from './market.ts';

export interface Swap {
  readonly input_mint: string;
  readonly output_mint: string;
  /** Base units. */
  readonly amount: bigint;
  readonly minimum_out?: bigint;
}

/** What a look at the market comes to. */
export interface Decision {
  readonly memory: WatchMemory;
  /** What was seen, in one sentence. */
  readonly sentence: string;
  /** The price that it depends on, times 10^18; undefined if it depends on none. */
  readonly price?: bigint | undefined;
  /** What is proposed; undefined while nothing is. */
  readonly swap?: Swap | undefined;
}

export interface Look {
  readonly plan: StrategyPlan;
  readonly memory: WatchMemory;
  readonly market: Market;
  /** Unix milliseconds. */
  readonly now: number;
}

export type Decide = (look: Look) => Promise<Decision>;
