import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import type { ClosedAccount } from '../../../indexer/model/closed-rows.ts';
import type { CompletedSlot } from '../../../indexer/model/completed-slot.ts';
import { KnownAccounts } from '../../../indexer/model/known-accounts.ts';
import type { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { AccountView, Transaction, UpdateSink, UpdateSource } from '../../../indexer/model/source.ts';
import { PLEDGE_VERSIONS, QUARANTINE } from '../../../indexer/model/tables.ts';
import type { SlotWriter } from '../../../indexer/pipeline/options.ts';
import { Pipeline } from '../../../indexer/pipeline/pipeline.ts';
import { createStats } from '../../../indexer/pipeline/stats.ts';
import { metaOf } from '../../support/slot-maker.ts';

/** The index ends here before a history begins. */
export const HEAD = 10n;
const LAST = { ...metaOf(HEAD), noReturn: false, readWhole: true };
const program = pubkeyBytes(LOCALNET_PROGRAM_ID);
const key = (name: string): Buffer => createHash('sha256').update(name).digest();

/** What happens to an account: its place in the block, and what a node shows of it. */
export interface Happening {
  readonly account: number;
  readonly what: 'pledge' | 'unreadable' | 'bare end' | 'emptied';
  readonly place: number;
  /** After how many more slots the node shows it. */
  readonly late: number;
}

export interface HistorySlot {
  readonly happenings: readonly Happening[];
  /** The block dies after it was confirmed, and another one with the same and these comes in its place. */
  readonly reborn: readonly Happening[] | undefined;
}

const happening = (late: fc.Arbitrary<number>): fc.Arbitrary<Happening> =>
  fc.record({
    account: fc.nat({ max: 4 }),
    what: fc.constantFrom('pledge', 'pledge', 'unreadable', 'bare end', 'emptied', 'emptied', 'emptied'),
    place: fc.nat({ max: 5 }),
    late,
  });

/** Accounts 0 and 1 are Pledges from some slot on, 2 never becomes readable, 3 and 4 are never the program's. */
export const histories: fc.Arbitrary<readonly HistorySlot[]> = fc
  .array(
    fc.record({
      happenings: fc.array(happening(fc.constantFrom(0, 0, 0, 1, 2)), { maxLength: 4 }),
      reborn: fc.option(fc.array(happening(fc.constant(0)), { maxLength: 2 }), { nil: undefined, freq: 6 }),
    }),
    { minLength: 4, maxLength: 14 },
  )
  .map((slots) => slots.map(plausible()));

const FOREIGN = 3;
const UNREADABLE = 2;

/**
 * What a chain can show. Foreign accounts are only emptied, and no account ends before it was seen. Whether a write comes
 * late decides what is known at the end of its slot, so what shows an account first comes in time, and alone.
 */
function plausible(): (slot: HistorySlot) => HistorySlot {
  const seen = new Set<number>();
  const one = (happening: Happening): Happening => {
    const { account, what } = happening;
    if (account >= FOREIGN) return { ...happening, what: 'emptied' };
    const first = account === UNREADABLE ? 'unreadable' : 'pledge';
    const isFirst = !seen.has(account) || (what === 'pledge' && account === UNREADABLE);
    return isFirst ? { ...happening, what: first } : happening;
  };
  const inTime = (happenings: readonly Happening[]): Happening[] => {
    const firsts = happenings.filter(({ account }) => account < FOREIGN && !seen.has(account));
    const places = new Set(firsts.map(({ place }) => place));
    return happenings.map((happening) =>
      places.has(happening.place) ? { ...happening, late: 0 } : happening,
    );
  };
  return ({ happenings, reborn }) => {
    const slot = { happenings: inTime(happenings.map(one)), reborn: reborn?.map(one) };
    for (const { account } of [...happenings, ...(reborn ?? [])]) seen.add(account);
    return slot;
  };
}

const signed = (slot: bigint, place: number): Buffer =>
  createHash('sha512').update(`${slot}/${place}`).digest();

function viewOf(slot: bigint, { account, what, place }: Happening): AccountView {
  const data = Buffer.alloc(what === 'pledge' ? 139 : what === 'unreadable' ? 5 : 0);
  if (what === 'pledge') {
    createHash('sha256').update('account:Pledge').digest().copy(data, 0, 0, 8);
    data.writeBigUInt64LE(7n, 10);
    key(`pledger ${account}`).copy(data, 18);
  }
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, 0);
  numbers.writeBigUInt64LE(what === 'bare end' ? 0n : 1_000n, 8);
  numbers.writeBigUInt64LE(slot * 1_000n + BigInt(place) * 10n, 16);
  return {
    bytes: Buffer.concat([key(`account ${account}`), program, data, signed(slot, place)]),
    ...{
      pubkeyAt: 0,
      ownerAt: 32,
      dataAt: 64,
      dataLength: data.length,
      signatureAt: 64 + data.length,
      numbers,
    },
  };
}

/** The transaction at a place of a block, which empties some accounts. */
function transactionOf(slot: bigint, place: number, emptied: readonly number[]): Transaction {
  return {
    ...{ slot, index: place, signature: signed(slot, place), failed: false },
    emptied: emptied.map((account) => key(`account ${account}`)),
    ...{ accountKeys: [], preTokenBalances: [], postTokenBalances: [], instructions: [] },
  };
}

/** The rows of a slot as text, by address. The version of a closure says how often it was written before. */
function rowsOf({ pledges, quarantine }: SlotBuffer): string[] {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').slice(0, 8);
  const pledge = PLEDGE_VERSIONS.byName;
  const raw = QUARANTINE.byName;
  const rows = Array.from({ length: pledges.rows }, (_, row) =>
    [
      ...['pledge', hex(pledges.bytes(pledge.address, row)), hex(pledges.bytes(pledge.pledger, row))],
      pledges.u8(pledge.closed, row) === 1 ? 'closed' : pledges.u64(pledge.write_version, row),
      hex(pledges.bytes(pledge.signature, row)),
    ].join(' '),
  );
  const unreadable = Array.from({ length: quarantine.rows }, (_, row) =>
    [
      ...['unreadable', hex(quarantine.bytes(raw.address, row)), hex(quarantine.bytes(raw.owner, row))],
      quarantine.u64(raw.lamports, row) === 0n ? 'ended' : quarantine.u64(raw.write_version, row),
      hex(quarantine.bytes(raw.signature, row)),
    ].join(' '),
  );
  return [...rows, ...unreadable].sort();
}

/** Decides by chance: what a run leaves to time. */
export type Chance = (outOf: number) => boolean;

/** A store that takes rows some time after they were given to it, and answers some time after it was asked. */
class SlowStore implements SlotWriter {
  readonly slots = new Map<bigint, string[]>();
  readonly full = false;
  #seen = new Map<string, ClosedAccount>();
  #pending: KnownAccounts[] = [];
  #taken = 0;
  #durable = 0;
  lookups: (() => void)[] = [];
  readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  async append(slot: CompletedSlot): Promise<void> {
    this.slots.set(slot.meta.slot, rowsOf(slot.buffer));
    const rows = new KnownAccounts();
    rows.learn(slot.buffer);
    this.#pending.push(rows);
    this.#taken += 1;
  }

  correct(slot: CompletedSlot): Promise<void> {
    return this.append(slot);
  }

  async snapshot(): Promise<void> {
    throw new Error('no history needs a snapshot');
  }

  heard(): void {}

  mark(): () => boolean {
    const taken = this.#taken;
    return () => this.#durable >= taken;
  }

  async rollBack(to: bigint): Promise<void> {
    this.flush();
    for (const slot of this.slots.keys()) if (slot > to) this.slots.delete(slot);
  }

  flush(): void {
    for (const rows of this.#pending.splice(0)) {
      this.#durable += 1;
      for (let account = 0; account < 5; account += 1) {
        const address = key(`account ${account}`);
        const found = rows.find(address);
        const name = address.toString('latin1');
        if (found && this.#seen.get(name)?.kind !== 'pledge') this.#seen.set(name, found);
      }
    }
  }

  find(addresses: readonly Uint8Array[], signal: AbortSignal): Promise<ReadonlyMap<string, ClosedAccount>> {
    const read = () =>
      new Map(
        addresses.flatMap((address) => {
          const name = Buffer.from(address).toString('latin1');
          const found = this.#seen.get(name);
          return found ? [[name, found] as const] : [];
        }),
      );
    const early = this.chance(2) ? read() : undefined;
    const fails = this.chance(4);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      this.lookups.push(() => {
        if (fails) reject(new LaunchlensError('OLAP_UNREACHABLE', { target: 'a test', reason: 'by chance' }));
        else resolve(early ?? read());
      });
    });
  }
}

/** The node's stream of the moment. */
function streams() {
  const state: { sink: UpdateSink | undefined } = { sink: undefined };
  const source: UpdateSource = {
    transport: 'scripted',
    subscribe: (_filter, sink) => {
      const { promise: ended, resolve } = Promise.withResolvers<{ readonly kind: 'closed' }>();
      state.sink = sink;
      const close = (): void => resolve({ kind: 'closed' });
      return { pause: () => undefined, resume: () => undefined, close, ended };
    },
    close: async () => undefined,
  };
  return { state, source };
}

const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Run {
  /** The rows of each slot. */
  readonly slots: ReadonlyMap<bigint, readonly string[]>;
  readonly lookups: number;
}

/** Indexes a history; with a capacity, accounts are forgotten and looked up. */
export async function indexed(
  history: readonly HistorySlot[],
  { capacity, chance }: { readonly capacity?: number; readonly chance: Chance },
): Promise<Run> {
  const { state, source } = streams();
  const store = new SlowStore(chance);
  const stats = createStats();
  let lookups = 0;
  const find = (addresses: readonly Uint8Array[], signal: AbortSignal) => {
    lookups += 1;
    return store.find(addresses, signal);
  };
  const none = async (): Promise<void> => undefined;
  const pipeline = new Pipeline({
    ...{ source, stats, writer: store, rpc: {} as never },
    decoder: new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID }),
    programId: LOCALNET_PROGRAM_ID,
    commitment: 'confirmed',
    resume: { head: HEAD, launches: [], mints: [], flowsFrom: undefined, tail: [LAST] },
    known: { make: () => new KnownAccounts(), ...(capacity !== undefined && { find, capacity }) },
    index: {
      currentAccounts: async () => new Map(),
      rollBack: async (to) => {
        await store.rollBack(to);
        return { head: to, launches: [], mints: [], flowsFrom: undefined };
      },
    },
    clock: { now: () => 0, sleep: none },
    logger: createLogger('silent'),
  });
  const stop = new AbortController();
  const running = pipeline.run(stop.signal);

  const passes = async (): Promise<void> => {
    if (chance(3)) store.flush();
    if (chance(3)) for (const answer of store.lookups.splice(0)) answer();
    await moment();
  };
  const show = async (slot: bigint, happenings: readonly Happening[]): Promise<void> => {
    for (const seen of happenings) {
      const alike = happenings.filter(({ what, place }) => what === 'emptied' && place === seen.place);
      if (seen.what !== 'emptied') state.sink?.account(viewOf(slot, seen));
      state.sink?.transaction?.(
        transactionOf(
          slot,
          seen.place,
          alike.map(({ account }) => account),
        ),
      );
      await passes();
    }
  };
  const forks = new Map<bigint, string>();
  const block = async (slot: bigint, fork: string): Promise<void> => {
    forks.set(slot, fork);
    const meta = { blockhash: `${slot}${fork}`, blockTime: undefined, blockHeight: undefined };
    state.sink?.blockMeta({ slot, parentSlot: slot - 1n, ...meta });
    state.sink?.slot({ slot, parent: undefined, status: 'confirmed' });
    await passes();
  };

  await moment();
  const delayed: { readonly at: number; readonly slot: bigint; readonly seen: readonly Happening[] }[] = [];
  for (const [index, { happenings, reborn }] of history.entries()) {
    const slot = HEAD + 1n + BigInt(index);
    const onTime = happenings.filter(({ late, place }) => !isLate(happenings, place) && late >= 0);
    await show(slot, onTime);
    await block(slot, '');
    if (reborn) {
      state.sink?.slot({ slot, parent: undefined, status: 'dead' });
      await moment();
      forks.delete(slot);
      // A stream replays the blocks before.
      for (const [before, fork] of forks) await block(before, fork);
      await show(slot, [...happenings, ...reborn]);
      await block(slot, ' again');
    } else
      delayed.push({
        at: index + lateBy(happenings),
        slot,
        seen: happenings.filter(({ place }) => isLate(happenings, place)),
      });
    for (const { at, slot: of, seen } of delayed) if (at === index) await show(of, seen);
  }
  // Blocks without anything, until everything that waits is written.
  for (let more = 0; more < 4; more += 1) {
    for (let round = 0; round < 40; round += 1) {
      store.flush();
      for (const answer of store.lookups.splice(0)) answer();
      await moment();
    }
    await block(HEAD + BigInt(history.length + more) + 1n, '');
  }
  stop.abort();
  await running;
  return { slots: store.slots, lookups };
}

/** A transaction arrives as a whole, so what it did comes late if anything of it does. */
function isLate(happenings: readonly Happening[], at: number): boolean {
  return happenings.some(({ place, late }) => place === at && late > 0);
}

function lateBy(happenings: readonly Happening[]): number {
  return Math.max(0, ...happenings.map(({ late }) => late));
}
