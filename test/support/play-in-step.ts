import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { LiveChain } from './chain/live-chain.ts';
import type { RunningIndex } from './running-index.ts';

/** Slots that the chain may be ahead of the checkpoint: the writer gathers slots for some 150 ms before it writes. */
const LEAD_SLOTS = 60n;
const STEP_SLOTS = 5;

export interface PlayOptions {
  readonly until: number;
  readonly commitment?: Commitment;
  /** False leaves the index as far behind as it happens to be. */
  readonly settle?: boolean;
}

/** Plays the chain on to `until`, never far ahead of the index, and waits until all of it is indexed. */
export async function playInStep(live: LiveChain, index: RunningIndex, options: PlayOptions): Promise<void> {
  const { until, commitment = 'confirmed', settle = true } = options;
  const { chain } = live;
  if (index.stats.lastIndexedSlot === undefined) await playFreely(live, () => index.reaches(0n));
  while (chain.currentSlot < BigInt(until)) {
    chain.advance(STEP_SLOTS);
    await index.reaches(chain.heads[commitment] - LEAD_SLOTS);
  }
  if (settle) await index.reaches(chain.heads[commitment]);
}

/**
 * Lets the chain run until something has come about: a snapshot, for one, waits for blocks to come by. A slot takes
 * 100 ms, so that a busy machine does not let the chain run far ahead meanwhile.
 */
export async function playFreely(live: LiveChain, until: () => Promise<void>): Promise<void> {
  live.run(4);
  await until();
  await live.halt();
}
