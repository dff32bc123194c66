import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { type NaiveFlow, naiveFlows } from '../../support/flows/naive-flows.ts';
import { storedFlowRanges, storedFlows } from '../../support/flows/stored-flows.ts';
import { answerable, firstSlot } from '../../support/index-check/answerable.ts';
import { chainSlots, stateDifferences, versionDifferences } from '../../support/index-check/compare.ts';
import {
  type AccountVersion,
  type Bound,
  type CoveredRange,
  indexBound,
  indexCoverage,
  indexSlots,
  indexStateAt,
  indexVersions,
} from '../../support/index-check/index-state.ts';
import { statesOf } from '../../support/index-check/sweep.ts';
import { type AllowedLoss, coverageFaults } from './coverage.ts';

/** What an index says otherwise than the chain, and how much was compared. */
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

/** What a dead process left may vouch only for what is there. */
export async function soundness(
  { scanner }: Olap,
  chain: Chain,
): Promise<{ bound: Bound | undefined; differences: readonly string[] }> {
  const bound = await boundOf(scanner);
  if (!bound) return { bound, differences: [] };
  return { bound, differences: stateDifferences(chain, bound.slot, await indexStateAt(scanner, bound)) };
}

/** Compares everything that the index holds with the chain's own store, at every slot that it calls known. */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const { olap, chain, allowed, stepsBack, quarantined = 0 } = options;
  const lane = olap.scanner;
  const bound = await boundOf(lane);
  if (!bound) return { bound, differences: ['there is no checkpoint'], slots: 0, rows: 0, lostSlots: 0 };
  const coverage = await indexCoverage(lane, bound);
  const versions = await indexVersions(lane, bound);
  const known = answerable(coverage);
  const first = firstSlot(coverage);
  const read = coverage.filter(({ state }) => state === 'snapshot');
  const streamed = (slot: bigint): boolean =>
    slot <= bound.slot && known(slot) && !read.some(({ from, to }) => from <= slot && slot <= to);
  const states = stateAtEverySlot(chain, versions, { first, last: bound.slot, known });
  const differences = [
    ...coverageFaults(coverage, allowed),
    ...states.differences,
    ...versionDifferences(chain, versions, streamed),
    ...(await slotDifferences(lane, chain, { bound, first, known })),
    ...(await flowDifferences(olap, chain, bound.slot)),
    ...(await doubles(lane, quarantined)),
    ...(await unrecorded(lane, stepsBack)),
  ];
  return { bound, differences, slots: states.slots, rows: states.rows, lostSlots: lostSlots(coverage) };
}

/** Applies the versions slot by slot, and compares every account at each slot that is known. */
function stateAtEverySlot(
  chain: Chain,
  versions: readonly AccountVersion[],
  { first, last, known }: { first: bigint; last: bigint; known: (slot: bigint) => boolean },
) {
  const stateAt = statesOf(versions);
  const differences: string[] = [];
  let slots = 0;
  let rows = 0;
  for (let slot = first; slot <= last; slot += 1n) {
    if (!known(slot)) continue;
    const state = stateAt(slot);
    slots += 1;
    rows += state.size;
    differences.push(...stateDifferences(chain, slot, state));
  }
  return { differences, slots, rows };
}

async function slotDifferences(
  lane: OlapLane,
  chain: Chain,
  { bound, first, known }: { bound: Bound; first: bigint; known: (slot: bigint) => boolean },
): Promise<string[]> {
  const describe = (slot: object): string => Object.values(slot).join(' ');
  const within = ({ slot }: { slot: bigint }): boolean => known(slot);
  const found = (await indexSlots(lane, bound)).filter(within).map(describe);
  const wanted = chainSlots(chain, first, bound.slot).filter(within).map(describe);
  return oddOnes('slot', found, wanted);
}

/** Every movement of the slots whose transactions are called known, and none twice. */
async function flowDifferences(olap: Olap, chain: Chain, last: bigint): Promise<string[]> {
  const ranges = await storedFlowRanges(olap);
  const within = ({ slot }: { slot: bigint }): boolean =>
    slot <= last && ranges.some(({ from, to }) => from <= slot && slot <= to);
  const describe = (flow: NaiveFlow): string =>
    [flow.launchId, flow.slot, flow.signature, flow.ordinal, flow.direction, flow.kind, flow.wallet]
      .concat([flow.mint, flow.amount, flow.blockTime])
      .join(' ');
  const stored = (await storedFlows(olap)).filter(within).map(describe);
  const ids = new Set(chain.blocks.all.length > 0 ? launchIds(chain, last) : []);
  const wanted = naiveFlows(chain, ids, 0n, last).filter(within).map(describe);
  // A batch that was sent again has its rows twice, under the same revision or a later one, until they are merged.
  return oddOnes('movement', [...new Set(stored)], wanted);
}

function launchIds(chain: Chain, last: bigint): bigint[] {
  return chain
    .accountsAt(last)
    .filter(({ data }) => data.length === 343)
    .map(({ data }) => Buffer.from(data).readBigUInt64LE(11));
}

function oddOnes(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const have = new Set(found);
  const want = new Set(wanted);
  return [
    ...wanted.filter((one) => !have.has(one)).map((one) => `${what} ${one} is missing in the index`),
    ...found.filter((one) => !want.has(one)).map((one) => `${what} ${one} is in the index and not on chain`),
    ...(found.length > have.size ? [`${found.length - have.size} of a ${what} are in the index twice`] : []),
  ];
}

const doubleRow = z.object({ rows: z.string(), keys: z.string() });

/** What an analyst sees: one row for each launch, each pledge and each slot; nothing that no layout explains. */
async function doubles(lane: OlapLane, quarantined: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [view, key] of [
    ['launches', 'launch_id'],
    ['pledges', '(launch_id, pledger)'],
    ['(SELECT slot FROM slots ORDER BY slot, revision DESC LIMIT 1 BY slot)', 'slot'],
  ] as const) {
    const sql = `SELECT toString(count()) AS rows, toString(uniqExact(${key})) AS keys FROM ${view}`;
    const [found] = await lane.query({ sql }, doubleRow);
    if (found?.rows !== found?.keys) faults.push(`${view} has ${found?.rows} rows for ${found?.keys} keys`);
  }
  // The same account, slot and revision with two contents would be a coin toss for every reader.
  for (const [table, content] of [
    ['launch_versions', 'status, total_pledged, pledger_count'],
    ['pledge_versions', 'amount, tokens_released, refunded'],
    ['token_account_versions', 'data'],
    ['mint_versions', 'data'],
  ] as const) {
    const sql = `SELECT toString(count()) AS rows, '0' AS keys FROM (
      SELECT address, slot, revision FROM ${table} GROUP BY address, slot, revision
      HAVING uniqExact(closed, lamports, ${content}) > 1)`;
    const [found] = await lane.query({ sql }, doubleRow);
    if (found?.rows !== '0')
      faults.push(`${table} has ${found?.rows} keys of one revision with two contents`);
  }
  const [kept] = await lane.query(
    { sql: "SELECT toString(uniqExact(address)) AS rows, '0' AS keys FROM quarantine" },
    doubleRow,
  );
  if (kept?.rows !== String(quarantined)) faults.push(`${kept?.rows} accounts are in quarantine`);
  return faults;
}

const takeBackRow = z.object({ to: z.string(), revision: z.string() });

async function unrecorded(lane: OlapLane, stepsBack: readonly StepBack[]): Promise<string[]> {
  if (stepsBack.length === 0) return [];
  const sql = 'SELECT toString(to_slot) AS to, toString(revision) AS revision FROM take_backs';
  const recorded = new Set(
    (await lane.query({ sql }, takeBackRow)).map(({ to, revision }) => `${revision} ${to}`),
  );
  return stepsBack
    .filter(({ slot, revision }) => !recorded.has(`${revision} ${slot}`))
    .map(({ slot, revision }) => `revision ${revision} went back to slot ${slot} and no take-back says so`);
}

function lostSlots(coverage: readonly CoveredRange[]): number {
  return coverage
    .filter(({ state }) => state === 'lost')
    .reduce((sum, { from, to }) => sum + Number(to - from) + 1, 0);
}
