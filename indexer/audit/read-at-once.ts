import { setImmediate as nextTurn } from 'node:timers/promises';
import { base58 } from '@scure/base';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import { fieldOf } from '../../idl/layout.ts';
import type { AtSlot, ChainAccount, ChainReadOptions } from '../model/chain-read.ts';
import { AccountTable, accountDigest } from './account-table.ts';
import { EscrowLedger } from './invariants.ts';
import { launchTerms } from './launch-keys.ts';
import { OutsideAccounts } from './outside.ts';
import { type ChainRead, type ChainReading, type ChainState, type NotAligned, UNREAD } from './reading.ts';

/** Accounts digested before yielding to the event loop. */
const TURN_ACCOUNTS = 2_000;

/**
 * Reads the program's accounts at the slot that the node answers from, and the accounts outside the program
 * before, during and after that. One of those is known at the program's slot if it was read there, or did not
 * change between a read below and one above.
 */
export async function readAtOnce(reading: ChainReading): Promise<ChainRead | NotAligned> {
  const { index, launchId, signal, minContextSlot } = reading;
  const outside = new OutsideAccounts(reading);
  if (launchId !== undefined) await outside.nameLaunch(launchId);
  const from = { commitment: index.commitment, signal, minContextSlot };
  const before = await outside.read(from);
  const [program] = await Promise.all([
    programAccounts(reading, { ...from, minContextSlot: before }),
    outside.read({ ...from, minContextSlot: before }),
  ]);
  await outside.read({ ...from, minContextSlot: program.slot });
  const state = await assemble(reading, { outside, program });
  if ('reason' in state) return state;
  return { slot: state.slot, oldest: state.slot, newest: state.slot, state: async () => state };
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
  readonly outside: OutsideAccounts;
  readonly program: AtSlot<readonly ChainAccount[]>;
}

async function assemble(
  { index, names, signal }: ChainReading,
  { outside, program: { slot, value } }: ReadAccounts,
): Promise<ChainState | NotAligned> {
  const { keys, samples } = outside;
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
  if (missing.length > 0) return { reason: UNREAD, missing };
  if (unclear > 0)
    return { reason: `${unclear} of ${keys.size} accounts changed under every reading`, missing };
  const launches = [...keys].filter((key) => isLaunch(samples.at(key, slot)?.account));
  const unnamed = outside.without(new Set([...named, ...launches]));
  return { slot, accounts, ledger, unnamed, doubted: new Set(), bracketed: 0 };
}

function isLaunch(account: ChainAccount | undefined): boolean {
  return account?.data.length === LAUNCH_CONFIG.size && launchTerms(account.data) !== undefined;
}
