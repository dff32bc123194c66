import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import type { AccountBytes } from '../model/account-states.ts';
import type { ChainAccount } from '../model/chain-read.ts';
import { newestCheckpoint } from '../model/checkpoint.ts';
import { accountDigest, newestSlot } from './account-table.ts';
import { type Bound, coveringBound, type WaitOptions } from './checkpoints.ts';
import type { AuditedChain, AuditedIndex } from './ports.ts';
import { standing } from './standing.ts';
import { type HeldStates, statesAt } from './states-at.ts';

/** An account that differs between chain and index, confirmed by a second read. */
export interface ConfirmedDifference {
  /** 32 raw bytes. */
  readonly address: Buffer;
  /** The slot of the second read. */
  readonly slot: bigint;
  readonly chain: ChainAccount | undefined;
  readonly indexed: AccountBytes | undefined;
}

export interface ConfirmOptions extends WaitOptions {
  readonly chain: AuditedChain;
  readonly index: AuditedIndex;
  /** The slot of the first read. */
  readonly slot: bigint;
}

/** How far a node's answer may be from the slot it names: getMultipleAccounts is not atomic on every node. */
const SKEW_SLOTS = 4n;
/** Reads of one account before it is left undecided. */
const ROUNDS = 4;
/** If a chain has shown nothing newer for this long, it has nothing newer. */
const STANDSTILL_MS = 5_000;

/**
 * Reads the suspected accounts again, each compared with the index at its own slot. A difference counts if the
 * index has those bytes neither at that slot nor at one close by. Otherwise the answer named the wrong slot, a
 * correction came late, or a fork died.
 */
export async function confirmDifferences(
  suspects: readonly Buffer[],
  options: ConfirmOptions,
): Promise<ConfirmedDifference[]> {
  const confirmed: ConfirmedDifference[] = [];
  let open = suspects;
  let from = options.slot;
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    const readings = await readAgain(open, from, options);
    const newest = newestSlot(readings, from);
    const bound = await settled(newest, options);
    if (!bound) break;
    const undecided: Buffer[] = [];
    for (const [slot, group] of Map.groupBy(readings, (reading) => reading.slot)) {
      const { different, unclear } = await decide(group, { ...options, bound, slot });
      confirmed.push(...different);
      undecided.push(...unclear);
    }
    open = undecided;
    from = newest + 1n;
  }
  return confirmed;
}

interface Reading {
  readonly address: Buffer;
  readonly slot: bigint;
  readonly account: ChainAccount | undefined;
}

async function readAgain(
  addresses: readonly Buffer[],
  minContextSlot: bigint,
  { chain, index, signal }: ConfirmOptions,
): Promise<Reading[]> {
  const byKey = new Map(addresses.map((address) => [pubkeyFromBytes(address) as string, address]));
  const options = { commitment: index.commitment, minContextSlot, signal };
  const pages = await chain.getMultipleAccounts([...byKey.keys()], options);
  return pages.flatMap(({ slot, value }) =>
    value.flatMap(({ pubkey, account }) => {
      const address = byKey.get(pubkey);
      return address ? [{ address, slot, account: standingIn(index, account) }] : [];
    }),
  );
}

/** An account of a followed program has ended for its index where it no longer selects it. */
function standingIn({ program }: AuditedIndex, account: ChainAccount | undefined): ChainAccount | undefined {
  const found = standing(account);
  return found && program && !program.follows(found) ? undefined : found;
}

/** The index's bound once it also has what a node may have shown too early; undefined if that is unknown. */
async function settled(slot: bigint, options: ConfirmOptions): Promise<Bound | undefined> {
  const covered = await coveringBound(slot, options);
  if (!covered) return undefined;
  const later = await coveringBound(slot + SKEW_SLOTS, { ...options, timeoutMs: STANDSTILL_MS });
  if (later) return later;
  const { chain, index, lane, signal } = options;
  const bound = await newestCheckpoint(lane, signal);
  const head = await chain.getSlot({ commitment: index.commitment, signal });
  return bound && head <= bound.slot ? bound : undefined;
}

interface Deciding extends ConfirmOptions {
  readonly bound: Bound;
}

async function decide(
  readings: readonly Reading[],
  { lane, index, slot, bound, signal }: Deciding,
): Promise<{ different: ConfirmedDifference[]; unclear: Buffer[] }> {
  const addresses = readings.map(({ address }) => address);
  const of = index.program && ('program' as const);
  const heldAt = (at: bigint) =>
    statesAt(lane, { of, slot: at, revision: bound.revision, addresses, signal });
  const now = await heldAt(slot);
  const different = readings.filter((reading) => !agrees(reading, now));
  if (different.length === 0) return { different: [], unclear: [] };
  const nearby: HeldStates[] = [];
  for (let skew = 1n; skew <= SKEW_SLOTS; skew += 1n) {
    if (slot + skew <= bound.slot) nearby.push(await heldAt(slot + skew));
    if (slot >= skew) nearby.push(await heldAt(slot - skew));
  }
  const beside = (reading: Reading): boolean => nearby.some((states) => agrees(reading, states));
  return {
    unclear: different.filter(beside).map(({ address }) => address),
    different: different
      .filter((reading) => !beside(reading))
      .map(({ address, account }) => ({
        address,
        slot,
        chain: account,
        indexed: now.get(address.toString('latin1')),
      })),
  };
}

function agrees({ address, account }: Reading, states: HeldStates): boolean {
  const held = states.get(address.toString('latin1'));
  if (!held || !account) return !held && !account;
  return accountDigest(held).equals(accountDigest(account));
}
