import { expect } from 'vitest';
import type { Olap } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { answerable, firstSlot } from './answerable.ts';
import { chainSlots, stateDifferences, versionDifferences } from './compare.ts';
import {
  type AccountVersion,
  type Bound,
  type CoveredRange,
  indexBound,
  indexCoverage,
  indexSlots,
  indexVersions,
} from './index-state.ts';
import { statesOf } from './sweep.ts';

export interface EqualityOptions {
  readonly olap: Olap;
  readonly chain: Chain;
  /** Whole states are compared at every so manieth slot. */
  readonly every?: bigint;
}

export interface Equality {
  readonly bound: Bound;
  readonly coverage: readonly CoveredRange[];
  /** The slots at which whole states were compared. */
  readonly slots: readonly bigint[];
  /** Accounts compared, over all of them. */
  readonly accounts: number;
  /** Versions that the index holds. */
  readonly versions: number;
}

/**
 * Holds the index to the chain: every account at every so manieth slot that it can answer for and at its newest,
 * every single version over what it streamed, and every slot with parent, time and height.
 */
export async function expectEqual({ olap, chain, every = 10n }: EqualityOptions): Promise<Equality> {
  const lane = olap.scanner;
  const bound = await indexBound(lane);
  if (!bound) throw new Error('the index has no checkpoint');
  const coverage = await indexCoverage(lane, bound);
  const slots = sampledSlots(bound, coverage, every);
  const versions = await indexVersions(lane, bound);
  const stateAt = statesOf(versions);
  let accounts = 0;
  for (const slot of slots) {
    const state = stateAt(slot);
    accounts += state.size;
    expect(stateDifferences(chain, slot, state)).toEqual([]);
  }
  const streamed = streamedSlots(bound, coverage);
  const read = readSlots(versions, coverage);
  expect(versionDifferences(chain, versions, (slot) => streamed(slot) && !read.has(slot))).toEqual([]);
  await expectEqualSlots({ olap, chain }, bound, coverage);
  return { bound, coverage, slots, accounts, versions: versions.length };
}

function sampledSlots({ slot: last }: Bound, coverage: readonly CoveredRange[], every: bigint): bigint[] {
  const known = answerable(coverage);
  const slots: bigint[] = [];
  for (let slot = firstSlot(coverage); slot < last; slot += every) if (known(slot)) slots.push(slot);
  return [...slots, last];
}

function streamedSlots({ slot: last }: Bound, coverage: readonly CoveredRange[]): (slot: bigint) => boolean {
  const known = answerable(coverage);
  const read = coverage.filter(({ state }) => state === 'snapshot');
  return (slot) => slot <= last && known(slot) && !read.some(({ from, to }) => from <= slot && slot <= to);
}

/** A snapshot reads a program's accounts before its keys, so some of its rows stand in what it calls lost. */
function readSlots(versions: readonly AccountVersion[], coverage: readonly CoveredRange[]): Set<bigint> {
  const lost = coverage.filter(({ state }) => state === 'lost');
  const read = versions.filter(({ writeVersion }) => writeVersion === 0n).map(({ slot }) => slot);
  return new Set(read.filter((slot) => lost.some(({ from, to }) => from <= slot && slot <= to)));
}

async function expectEqualSlots(
  { olap, chain }: Pick<EqualityOptions, 'olap' | 'chain'>,
  bound: Bound,
  coverage: readonly CoveredRange[],
): Promise<void> {
  const known = answerable(coverage);
  const found = (await indexSlots(olap.scanner, bound)).filter(({ slot }) => known(slot));
  const wanted = chainSlots(chain, firstSlot(coverage), bound.slot).filter(({ slot }) => known(slot));
  expect(found).toEqual(wanted);
}
