import { z } from 'zod';
import { type Olap, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Address } from '../../../fixtures/localnet/keys/address.ts';
import { naiveFlows } from '../../support/flows/naive-flows.ts';
import { naiveTransfers } from '../../support/flows/naive-transfers.ts';
import {
  type FlowSlots,
  storedFlowRanges,
  storedFlows,
  storedTransfers,
} from '../../support/flows/stored-flows.ts';
import { answerable, firstSlot } from '../../support/index-check/answerable.ts';
import { chainSlots, versionDifferences } from '../../support/index-check/compare.ts';
import {
  type AccountVersion,
  type Bound,
  type CoveredRange,
  indexCoverage,
  indexSlots,
  indexVersions,
} from '../../support/index-check/index-state.ts';

/** An index by the rows that its newest checkpoint vouches for. */
export interface IndexRead {
  readonly bound: Bound;
  readonly coverage: readonly CoveredRange[];
  readonly versions: readonly AccountVersion[];
  /** First slot that coverage calls known; the checkpoint's own where it names none. */
  readonly first: bigint;
  readonly known: (slot: bigint) => boolean;
  /** Known, and not by a snapshot, which tells states and no changes. */
  readonly streamed: (slot: bigint) => boolean;
}

export async function readIndex({ scanner }: Olap, bound: Bound): Promise<IndexRead> {
  const coverage = await indexCoverage(scanner, bound);
  const versions = await indexVersions(scanner, bound);
  const { first, is: known, streamed } = knownBy(coverage, bound);
  return { bound, coverage, versions, first, known, streamed };
}

/** Which slots a coverage ledger calls known. */
export function knownBy(coverage: readonly CoveredRange[], bound: Bound) {
  const named = coverage.some(({ state }) => state !== 'lost');
  const first = named ? firstSlot(coverage) : bound.slot;
  const is = named ? answerable(coverage) : (slot: bigint): boolean => slot === bound.slot;
  const read = coverage.filter(({ state }) => state === 'snapshot');
  const streamed = (slot: bigint): boolean =>
    slot <= bound.slot && is(slot) && !read.some(({ from, to }) => from <= slot && slot <= to);
  return { first, is, streamed };
}

export interface VouchedOptions {
  readonly olap: Olap;
  readonly chain: Chain;
  readonly index: IndexRead;
  /** The last slot that is compared. */
  readonly last: bigint;
  readonly treasury: Address | undefined;
  /** Token accounts come from balances of transactions, which have no write version: only their states are compared. */
  readonly byTransactions?: boolean | undefined;
}

/** A checkpoint vouches for the rows of every table: those of each known slot up to `last`, as the chain has them. */
export async function vouchedDifferences(options: VouchedOptions): Promise<string[]> {
  const { olap, chain, index, last, byTransactions = false } = options;
  const within = (slot: bigint): boolean => slot <= last && index.streamed(slot);
  const versions = index.versions.filter(
    ({ kind }) => !byTransactions || kind === 'launch' || kind === 'pledge',
  );
  return [
    ...uncovered(index),
    ...versionDifferences(chain, versions, within),
    ...(await slotDifferences(options)),
    ...(await movementDifferences(options)),
    ...(await walletDifferences(olap.scanner, index.bound)),
  ];
}

/** The checkpoint's own slot must be among those that coverage speaks of. */
function uncovered({ bound, coverage, known }: IndexRead): string[] {
  const named = coverage.some(({ state }) => state !== 'lost');
  if (named && known(bound.slot)) return [];
  return [`the checkpoint is at slot ${bound.slot}, which coverage does not call known`];
}

/** Each known slot has its row with parent, blockhash, time and height, but those that the chain skipped. */
export async function slotDifferences({
  olap,
  chain,
  index,
  last,
}: Pick<VouchedOptions, 'olap' | 'chain' | 'last'> & {
  readonly index: Pick<IndexRead, 'bound' | 'first' | 'known'>;
}): Promise<string[]> {
  const { bound, first, known } = index;
  const within = ({ slot }: { slot: bigint }): boolean => slot <= last && known(slot);
  const found = (await indexSlots(olap.scanner, bound)).filter(within).map(describe);
  const wanted = chainSlots(chain, first, last).filter(within).map(describe);
  return oddOnes('slot', found, wanted);
}

/** Every movement and every payment of the slots whose transactions are called known, and none twice. */
async function movementDifferences(options: VouchedOptions): Promise<string[]> {
  const { olap, chain, index, last, treasury } = options;
  const { revision } = index.bound;
  const ranges = await storedFlowRanges(olap, revision);
  const within = ({ slot }: { slot: bigint }): boolean => slot <= last && holds(ranges, slot);
  const flows = (await storedFlows(olap, revision)).filter(within);
  const moved = naiveFlows(chain, launchIds(chain, last), 0n, last).filter(within);
  const transfers = treasury ? (await storedTransfers(olap, revision)).filter(within) : [];
  const paid = treasury ? naiveTransfers(chain, treasury, last).filter(within) : [];
  return [
    ...unread(index, ranges, last),
    ...oddOnes('movement', flows.map(describe), moved.map(describe)),
    ...oddOnes('payment', transfers.map(describe), paid.map(describe)),
  ];
}

function holds(ranges: readonly FlowSlots[], slot: bigint): boolean {
  return ranges.some(({ from, to }) => from <= slot && slot <= to);
}

/** Whatever a stream has shown has come with its transactions. */
function unread({ first, streamed }: IndexRead, ranges: readonly FlowSlots[], last: bigint): string[] {
  const faults: string[] = [];
  for (let slot = first; slot <= last; slot += 1n)
    if (streamed(slot) && !holds(ranges, slot))
      faults.push(`the movements of slot ${slot} are not called known`);
  return faults;
}

/** The values by the names of their fields, whoever made the row. */
function describe(row: object): string {
  const fields = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `(${fields.map(([name, value]) => `${name} ${value}`).join(', ')})`;
}

function launchIds(chain: Chain, last: bigint): bigint[] {
  if (chain.blocks.all.length === 0) return [];
  return chain
    .accountsAt(last)
    .filter(({ data }) => data.length === 343)
    .map(({ data }) => Buffer.from(data).readBigUInt64LE(11));
}

const countRow = z.object({ rows: unsignedColumn });

/** Every change of a pledge is found by its wallet. */
async function walletDifferences(lane: OlapLane, { slot, revision }: Bound): Promise<string[]> {
  const sql = `SELECT count() AS rows FROM (SELECT DISTINCT launch_id, pledger, slot FROM pledge_versions
      WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64})
    WHERE (launch_id, pledger, slot) NOT IN (SELECT launch_id, pledger, slot FROM pledge_wallets)`;
  const [found] = await lane.query({ sql, parameters: { slot, revision } }, countRow);
  return found?.rows === 0n ? [] : [`${found?.rows} changes of pledges are not found by their wallets`];
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
