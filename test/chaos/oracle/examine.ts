import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Address } from '../../../fixtures/localnet/keys/address.ts';
import { stateDifferences } from '../../support/index-check/compare.ts';
import { type Bound, type CoveredRange, indexBound } from '../../support/index-check/index-state.ts';
import { statesOf } from '../../support/index-check/sweep.ts';
import { type IndexRead, readIndex, vouchedDifferences } from './checkpointed.ts';
import { type AllowedLoss, coverageFaults } from './coverage.ts';
import { doubles } from './doubles.ts';

/** Where an index differs from the chain, and how much was compared. */
export interface Examination {
  readonly bound: Bound | undefined;
  readonly differences: readonly string[];
  readonly slots: number;
  readonly rows: number;
  readonly lostSlots: number;
}

/** A checkpoint whose slot is below that of the one before it. */
export interface StepBack {
  readonly slot: bigint;
  readonly revision: bigint;
}

export interface ExamineOptions {
  readonly olap: Olap;
  readonly chain: Chain;
  readonly allowed: readonly AllowedLoss[];
  /** Each must have been recorded. */
  readonly stepsBack: readonly StepBack[];
  /** Accounts that no layout explains, none where it is left out. */
  readonly quarantined?: number;
  /** Whose payments are followed. */
  readonly treasury?: Address | undefined;
  readonly byTransactions?: boolean | undefined;
}

/** The newest checkpoint, also of a store that a crash left without its tables. */
export async function boundOf(lane: OlapLane): Promise<Bound | undefined> {
  try {
    return await indexBound(lane);
  } catch (error) {
    const unmade = error instanceof LaunchlensError && /UNKNOWN_(TABLE|DATABASE)/.test(error.message);
    if (unmade) return undefined;
    throw error;
  }
}

export interface SoundnessOptions {
  readonly olap: Olap;
  readonly chain: Chain;
  /** What comes after it is not judged. */
  readonly upTo?: bigint | undefined;
  readonly quarantined?: number;
  readonly treasury?: Address | undefined;
  readonly byTransactions?: boolean | undefined;
}

/** What a dead process left may vouch only for what is there: the state at its slot, and every row up to it. */
export async function soundness(
  options: SoundnessOptions,
): Promise<{ bound: Bound | undefined; differences: readonly string[] }> {
  const { olap, chain, upTo, quarantined = 0, treasury, byTransactions } = options;
  const bound = await boundOf(olap.scanner);
  if (!bound) return { bound, differences: [] };
  const last = upTo !== undefined && upTo < bound.slot ? upTo : bound.slot;
  const index = await readIndex(olap, bound);
  if (last < index.first) return { bound, differences: await doubles(olap.scanner, quarantined) };
  const differences = [
    ...stateDifferences(chain, last, statesOf(index.versions)(last)),
    ...(await vouchedDifferences({ olap, chain, index, last, treasury, byTransactions })),
    ...(await doubles(olap.scanner, quarantined)),
  ];
  return { bound, differences };
}

/** Compares everything that the index holds with the chain's own store, at every slot that it calls known. */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const { olap, chain, allowed, stepsBack, quarantined = 0, treasury, byTransactions } = options;
  const lane = olap.scanner;
  const bound = await boundOf(lane);
  if (!bound) return { bound, differences: ['there is no checkpoint'], slots: 0, rows: 0, lostSlots: 0 };
  const index = await readIndex(olap, bound);
  const { coverage } = index;
  const states = stateAtEverySlot(chain, index);
  const differences = [
    ...coverageFaults(coverage, allowed),
    ...states.differences,
    ...(await vouchedDifferences({ olap, chain, index, last: bound.slot, treasury, byTransactions })),
    ...(await doubles(lane, quarantined)),
    ...(await unrecorded(lane, stepsBack)),
  ];
  return { bound, differences, slots: states.slots, rows: states.rows, lostSlots: lostSlots(coverage) };
}

/** Applies the versions slot by slot, and compares every account at each slot that is known. */
function stateAtEverySlot(chain: Chain, { bound, first, known, versions }: IndexRead) {
  const stateAt = statesOf(versions);
  const differences: string[] = [];
  let slots = 0;
  let rows = 0;
  for (let slot = first; slot <= bound.slot; slot += 1n) {
    if (!known(slot)) continue;
    const state = stateAt(slot);
    slots += 1;
    rows += state.size;
    differences.push(...stateDifferences(chain, slot, state));
  }
  return { differences, slots, rows };
}

const takeBackRow = z.object({ to: z.string(), revision: z.string() });

export async function unrecorded(lane: OlapLane, stepsBack: readonly StepBack[]): Promise<string[]> {
  if (stepsBack.length === 0) return [];
  const sql = 'SELECT toString(to_slot) AS to, toString(revision) AS revision FROM take_backs';
  const recorded = new Set(
    (await lane.query({ sql }, takeBackRow)).map(({ to, revision }) => `${revision} ${to}`),
  );
  return stepsBack
    .filter(({ slot, revision }) => !recorded.has(`${revision} ${slot}`))
    .map(({ slot, revision }) => `revision ${revision} went back to slot ${slot} and no take-back says so`);
}

export function lostSlots(coverage: readonly CoveredRange[]): number {
  return coverage
    .filter(({ state }) => state === 'lost')
    .reduce((sum, { from, to }) => sum + Number(to - from) + 1, 0);
}
