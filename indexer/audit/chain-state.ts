import { setImmediate as nextTurn } from 'node:timers/promises';
import { base58 } from '@scure/base';
import { pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import { fieldOf } from '../../idl/layout.ts';
import { launchAddress } from '../../idl/pda.ts';
import type { AtSlot, ChainAccount, ChainReadOptions } from '../model/chain-read.ts';
import { AccountTable, accountDigest, newestSlot } from './account-table.ts';
import { EscrowLedger } from './invariants.ts';
import { launchTerms, type NamedKeys } from './launch-keys.ts';
import type { AuditedChain, AuditedIndex } from './ports.ts';
import { Samples } from './samples.ts';

/** The chain's state of everything that the index keeps, at one slot. */
export interface ChainState {
  readonly slot: bigint;
  readonly accounts: AccountTable;
  /** Followed accounts that no live launch names, as latin1 strings: compared, but not part of any digest. */
  readonly unnamed: ReadonlySet<string>;
  readonly ledger: EscrowLedger;
}

/** Why a reading is not the chain's state at one slot, for display. */
export interface NotAligned {
  readonly reason: string;
  /** Keys that the next reading must also read. */
  readonly missing: readonly string[];
}

export interface ChainReading {
  readonly chain: AuditedChain;
  readonly index: AuditedIndex;
  readonly names: NamedKeys;
  /** Read only one launch. */
  readonly launchId: bigint | undefined;
  /** Keys outside the program that the index follows. */
  readonly followed: ReadonlySet<string>;
  /** An answer from before this slot is refused. */
  readonly minContextSlot: bigint;
  readonly signal: AbortSignal;
}

/** Accounts digested before yielding to the event loop. */
const TURN_ACCOUNTS = 2_000;

/**
 * Reads the program's accounts at the slot that the node answers from, and the accounts outside the program
 * before, during and after that. One of those is known at the program's slot if it was read there, or did not
 * change between a read below and one above.
 */
export async function readChainState(reading: ChainReading): Promise<ChainState | NotAligned> {
  const { chain, index, launchId, signal } = reading;
  const keys = new Set(reading.followed);
  const samples = new Samples();
  if (launchId !== undefined) await nameOne(reading, keys, samples);
  const from = { commitment: index.commitment, signal, minContextSlot: reading.minContextSlot };
  const read = async (options: ChainReadOptions): Promise<bigint> => {
    const pages = keys.size === 0 ? [] : await chain.getMultipleAccounts([...keys], options);
    samples.add(pages);
    return newestSlot(pages, options.minContextSlot ?? 0n);
  };
  const before = await read(from);
  const [program] = await Promise.all([
    programAccounts(reading, { ...from, minContextSlot: before }),
    read({ ...from, minContextSlot: before }),
  ]);
  await read({ ...from, minContextSlot: program.slot });
  return assemble(reading, { keys, samples, program });
}

/**
 * The launch's own account is read by its key; the accounts that it names are followed even if the index does not
 * know it.
 */
async function nameOne(
  { chain, index, names, launchId = 0n, minContextSlot, signal }: ChainReading,
  keys: Set<string>,
  samples: Samples,
): Promise<void> {
  const address = pubkeyFromBytes(launchAddress(pubkeyBytes(index.programId), launchId));
  keys.add(address);
  const pages = await chain.getMultipleAccounts([address], {
    commitment: index.commitment,
    minContextSlot,
    signal,
  });
  samples.add(pages);
  const terms = launchTerms(pages[0]?.value[0]?.account?.data ?? Buffer.alloc(0));
  if (terms) for (const key of names.of(terms)) keys.add(key);
}

function programAccounts(
  { chain, index, launchId }: ChainReading,
  options: ChainReadOptions,
): Promise<AtSlot<readonly ChainAccount[]>> {
  const { filters: selected } = index.program ?? {};
  if (launchId === undefined)
    return chain.getProgramAccounts(index.programId, { ...options, ...(selected && { filters: selected }) });
  const id = Buffer.alloc(8);
  id.writeBigUInt64LE(launchId);
  const filters = [
    { memcmp: { offset: 0, bytes: base58.encode(PLEDGE.discriminator) } },
    { memcmp: { offset: fieldOf(PLEDGE, 'launch_id').offset, bytes: base58.encode(id) } },
  ];
  return chain.getProgramAccounts(index.programId, { ...options, filters });
}

interface ReadAccounts {
  readonly keys: ReadonlySet<string>;
  readonly samples: Samples;
  readonly program: AtSlot<readonly ChainAccount[]>;
}

async function assemble(
  { index, names, signal }: ChainReading,
  { keys, samples, program: { slot, value } }: ReadAccounts,
): Promise<ChainState | NotAligned> {
  const accounts = new AccountTable();
  const ledger = new EscrowLedger();
  const named = new Set<string>();
  const add = (account: ChainAccount): void => {
    if (index.program && !index.program.follows(account)) return;
    accounts.set(pubkeyBytes(account.pubkey), accountDigest(account));
    if (account.owner !== index.programId || index.program) return;
    const terms = launchTerms(account.data);
    if (terms) for (const key of names.of(terms)) named.add(key);
    ledger.add(account.data);
  };
  for (const [at, account] of value.entries()) {
    if (at % TURN_ACCOUNTS === 0) await nextTurn(undefined, { signal });
    add(account);
  }
  let unclear = 0;
  for (const key of keys) {
    const sample = samples.at(key, slot);
    if (!sample) unclear += 1;
    else if (sample.account) add(sample.account);
    ledger.outside(key, sample?.account?.data);
  }
  const missing = [...named].filter((key) => !keys.has(key));
  if (missing.length > 0) return { reason: 'the chain names accounts that were not read', missing };
  if (unclear > 0)
    return { reason: `${unclear} of ${keys.size} accounts changed under every reading`, missing };
  const unnamed = [...keys].filter((key) => !named.has(key) && !isLaunch(samples.at(key, slot)?.account));
  return { slot, accounts, ledger, unnamed: new Set(unnamed.map(rawKey)) };
}

function isLaunch(account: ChainAccount | undefined): boolean {
  return account?.data.length === LAUNCH_CONFIG.size && launchTerms(account.data) !== undefined;
}

function rawKey(key: string): string {
  return Buffer.from(pubkeyBytes(key)).toString('latin1');
}
