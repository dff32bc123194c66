import PQueue from 'p-queue';
import type { RpcLimit } from '../../../core/rpc/rate-limit.ts';
import type { ProgramFilter } from '../../../idl/anchor/program.ts';
import type { AtSlot, ChainAccount } from '../../model/chain-read.ts';
import { newestSlot } from '../account-table.ts';
import { EscrowLedger } from '../invariants.ts';
import { launchTerms } from '../launch-keys.ts';
import { OutsideAccounts } from '../outside.ts';
import { type ChainRead, type ChainReading, type NotAligned, UNREAD } from '../reading.ts';
import { SlicedAccounts } from './accounts.ts';
import { requestsOf, type SlicePlan } from './plan.ts';
import { stateOf } from './state.ts';

export interface SliceOptions {
  readonly plan: SlicePlan;
  /** The rate of the requests for slices; the node's own limit counts them too. */
  readonly limit: RpcLimit;
}

/** Slices in memory at the same time. */
const AT_ONCE = 4;
/** Readings of the launches before the accounts that they name are given up. */
const PIVOTS = 3;

type Answer = AtSlot<readonly ChainAccount[]>;

/**
 * Reads the program slice by slice, then the launches at the slot that is audited, then every slice again. An account
 * is known at that slot if both of its reads show the same bytes. One that changed is known if the index has both of
 * its reads, each at its own slot: then it is as the index has it.
 */
export async function readInSlices(
  reading: ChainReading,
  { plan, limit }: SliceOptions,
): Promise<ChainRead | NotAligned> {
  const { chain, index, signal, minContextSlot: from } = reading;
  const accounts = new SlicedAccounts();
  const ledger = new EscrowLedger();
  let done = 0;
  const slice = async (filters: readonly ProgramFilter[], minContextSlot: bigint): Promise<Answer> => {
    const options = { commitment: index.commitment, signal, minContextSlot, filters };
    const ask = () => chain.getProgramAccounts(index.programId, options);
    const { slot, value } = await limit.run(ask, { lane: 'indexer', signal });
    done += 1;
    reading.onSlice?.(done, requestsOf(plan));
    return { slot, value: value.filter((account) => index.program?.follows(account) ?? true) };
  };
  const slices = (minContextSlot: bigint, take: (at: number, answer: Answer) => void) =>
    eachAtOnce(plan.slices, async (filters, at) => {
      const answer = await slice(filters, minContextSlot);
      take(at, answer);
      return { slot: answer.slot };
    });
  const below = await slices(from, (at, { slot, value }) => accounts.below(at, slot, value));
  const outside = new OutsideAccounts(reading);
  const pivot = await readPivot(reading, outside, {
    from: newestSlot(below, from),
    read: (minContextSlot) => slice(plan.pivot, minContextSlot),
  });
  if ('reason' in pivot) return pivot;
  const { named, launches } = pivot;
  accounts.settle(launches.value);
  if (!index.program) for (const { data } of launches.value) ledger.add(data);
  const same = ({ data }: ChainAccount): void => {
    if (!index.program) ledger.add(data);
  };
  const above = await slices(launches.slot, (at, { slot, value }) => accounts.above(at, slot, value, same));
  const { slot } = launches;
  const read = { reading, plan, slot, accounts, outside, named, ledger, changed: accounts.changed() };
  return {
    slot,
    oldest: below.reduce((oldest, one) => (one.slot < oldest ? one.slot : oldest), slot),
    newest: newestSlot(above, slot),
    state: ({ revision }) => stateOf(read, revision),
  };
}

interface PivotOptions {
  readonly from: bigint;
  readonly read: (minContextSlot: bigint) => Promise<Answer>;
}

/** The launches, whose answer names the audited slot, with reads of the accounts that they name before, during and after. */
async function readPivot(
  { index, names, signal }: ChainReading,
  outside: OutsideAccounts,
  { from, read }: PivotOptions,
): Promise<NotAligned | { readonly launches: Answer; readonly named: ReadonlySet<string> }> {
  const { commitment } = index;
  let minContextSlot = from;
  let missing: readonly string[] = [];
  for (let attempt = 0; attempt < PIVOTS; attempt += 1) {
    const before = await outside.read({ commitment, signal, minContextSlot });
    const [launches] = await Promise.all([
      read(before),
      outside.read({ commitment, signal, minContextSlot: before }),
    ]);
    minContextSlot = launches.slot;
    const newest = await outside.read({ commitment, signal, minContextSlot });
    const terms = index.program ? [] : launches.value.flatMap(({ data }) => launchTerms(data) ?? []);
    const named = new Set(terms.flatMap((launch) => names.of(launch)));
    missing = [...named].filter((key) => !outside.keys.has(key));
    if (missing.length === 0) return { launches, named };
    for (const key of missing) outside.keys.add(key);
    minContextSlot = newest;
  }
  return { reason: UNREAD, missing };
}

async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  try {
    return await Promise.all(items.map((item, at) => queue.add(() => work(item, at))));
  } finally {
    queue.clear();
  }
}
