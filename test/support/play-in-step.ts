import { setTimeout as delay } from 'node:timers/promises';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { LiveChain } from './chain/live-chain.ts';
import type { RunningIndex } from './running-index.ts';

/** Slots that the chain may be ahead of the index, whose writer gathers slots for some 150 ms before it writes. */
const LEAD_SLOTS = 60n;
const STEP_SLOTS = 5;
const SLOT_MS = 200;

export interface PlayOptions {
  readonly until: number;
  readonly commitment?: Commitment;
  /** False leaves the index as far behind as it happens to be. */
  readonly settle?: boolean;
}

/** Plays the chain on to `until`, never far ahead of the index, and waits until the API answers at its end. */
export async function playInStep(live: LiveChain, index: RunningIndex, options: PlayOptions): Promise<void> {
  const { until, commitment = 'confirmed', settle = true } = options;
  const { chain } = live;
  if (index.stats.lastIndexedSlot === undefined) await playFreely(live, () => index.reaches(0n));
  while (chain.currentSlot < BigInt(until)) {
    chain.advance(STEP_SLOTS);
    // To have rows written after every step would take twice the processor time of everything else.
    await index.takes(chain.heads[commitment] - LEAD_SLOTS);
  }
  if (!settle) return;
  await index.reaches(chain.heads[commitment]);
  await index.answersAt(chain.heads[commitment]);
}

/**
 * Lets the chain run until something has come about: a snapshot, for one, waits for blocks to come by. It stands still
 * while nobody follows it, and makes up for no lateness, so that a busy machine does not let it run far ahead meanwhile.
 */
export async function playFreely(live: LiveChain, until: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const waiting = until().finally(() => over.abort());
  while (!over.signal.aborted) {
    await delay(SLOT_MS, undefined, { signal: over.signal }).catch(() => undefined);
    if (live.subscribers > 0 && !over.signal.aborted) live.chain.advance(1);
  }
  await waiting;
}
