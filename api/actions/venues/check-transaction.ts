import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { MOST_NETWORK_FEE } from '../../../core/rules/native-coin.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Built } from '../intents/draft.ts';
import { withFee } from '../transactions/charge.ts';
import { explainError } from '../transactions/decode.ts';
import { networkFee } from '../transactions/fee.ts';
import {
  LARGEST_TRANSACTION,
  type ReadMessage,
  readMessage,
  readTransaction,
  unsignedTransaction,
  withBlockhash,
} from '../transactions/message.ts';
import { usesMultisig } from './authority.ts';
import { type Callable, COMMON_PROGRAMS, ownPrograms, programProblem } from './called-programs.ts';
import { type Allowed, beyondAllowed } from './compare.ts';
import { type Accounts, type Held, holdingsOf } from './holdings.ts';

export interface Checked extends Allowed, Callable {
  readonly venue: string;
  /** Charged by one more instruction at its end. */
  readonly fee: Fee | undefined;
}

/** The most accounts in one read; a transaction locks fewer. */
const MOST_ACCOUNTS = 100;

type Tables = ReadonlyMap<Pubkey, readonly Pubkey[]>;

/** The accounts of a message, including those from lookup tables. */
interface Named {
  readonly writable: readonly Pubkey[];
  readonly readOnly: readonly Pubkey[];
}

/**
 * The message of a venue's transaction, with a fresh blockhash, once it passes every check. Before signing, only a
 * simulation is possible: a program that behaves differently when executed cannot be detected.
 * @throws VENUE_TRANSACTION_REFUSED, SIMULATION_FAILED, CHAIN_UNREADABLE
 */
export async function checkedTransaction(
  chain: TransactionChain,
  transaction: Uint8Array,
  checked: Checked,
): Promise<Extract<Built, { kind: 'message' }>> {
  const refuse = (reason: string): never => {
    throw new LaunchlensError('VENUE_TRANSACTION_REFUSED', { venue: checked.venue, reason });
  };
  const { wallet, fee } = checked;
  const received = plainMessage(transaction, checked);
  if (typeof received === 'string') return refuse(received);
  const tables = await tablesOf(chain, received.read);
  const named = namedBy(received.read, tables);
  if (named === undefined) return refuse('it names a lookup table or an entry that does not exist');
  const blockhash = await chain.latestBlockhash();
  const fresh = withBlockhash(received.message, blockhash);
  const { message, feeLeftOut } = fee
    ? await withFee(chain, fresh, { owner: wallet, fee, tables, blockhash })
    : { message: fresh };
  const read = readMessage(message) ?? received.read;
  const { writable, readOnly } = namedBy(read, tables) ?? named;
  if (writable.length + readOnly.length > MOST_ACCOUNTS) {
    return refuse('it names more accounts than a transaction may');
  }
  const lamports = networkFee(read);
  if (lamports > MOST_NETWORK_FEE) {
    return refuse(
      `its network fee is ${lamports} lamports, and no more than ${MOST_NETWORK_FEE} may be paid`,
    );
  }
  const multisig = usesMultisig(wallet, await accountsOf(chain, [...writable, ...uncommon(readOnly)]));
  if (multisig !== undefined) return refuse(multisig);
  const { before, after } = await simulateSteadily(chain, { wallet, message, writable });
  const outflows = fee && feeLeftOut === undefined ? [...checked.outflows, fee] : checked.outflows;
  const limits = { ...checked, outflows, networkFee: lamports, programs: ownPrograms(checked) };
  const beyond = beyondAllowed(before, after, limits);
  if (beyond !== undefined) return refuse(beyond);
  return { kind: 'message', message, lastValidBlockHeight: blockhash.lastValidBlockHeight, feeLeftOut };
}

/** Checks of the bytes alone; returns a sentence if they suffice to refuse it. */
function plainMessage(transaction: Uint8Array, checked: Checked) {
  const { wallet: owner } = checked;
  if (transaction.length > LARGEST_TRANSACTION) return 'it does not fit into a packet';
  const received = readTransaction(transaction);
  const read = received && readMessage(received.message);
  if (received === undefined || read === undefined) return 'it is not a v0 transaction';
  if (read.signers[0] !== owner) return 'another wallet would pay its fee';
  if (read.signers.length !== 1) return 'another wallet would have to sign it as well';
  if (received.signatures.get(owner) !== undefined) return 'it is already signed';
  return programProblem(read.instructions, checked) ?? { message: received.message, read };
}

/** As invoked programs, these are too large to read, and belong to nobody. */
function uncommon(readOnly: readonly Pubkey[]): readonly Pubkey[] {
  return readOnly.filter((address) => !COMMON_PROGRAMS.includes(address));
}

async function accountsOf(chain: TransactionChain, addresses: readonly Pubkey[]) {
  return byAddress(addresses, (await chain.accounts(addresses)).held);
}

/** The content of its lookup tables, without those that do not exist. @throws CHAIN_UNREADABLE */
async function tablesOf(chain: TransactionChain, { lookups }: ReadMessage): Promise<Tables> {
  if (lookups.length === 0) return new Map();
  const { held } = await chain.accounts(lookups.map(({ table }) => table));
  return new Map(
    lookups.flatMap(({ table }, index) => {
      const addresses = addressesOf(held[index]);
      return addresses ? [[table, addresses] as const] : [];
    }),
  );
}

/** Undefined if a lookup table does not have the requested account. */
function namedBy({ writable, readOnly, lookups }: ReadMessage, tables: Tables): Named | undefined {
  const loaded = (indexesOf: (lookup: ReadMessage['lookups'][number]) => readonly number[]) =>
    lookups.flatMap((lookup) => indexesOf(lookup).map((index) => tables.get(lookup.table)?.[index]));
  const writableLoaded = loaded(({ writableIndexes }) => writableIndexes);
  const readOnlyLoaded = loaded(({ readonlyIndexes }) => readonlyIndexes);
  if (lookups.some(({ table }) => !tables.has(table))) return undefined;
  if (!areKnown(writableLoaded) || !areKnown(readOnlyLoaded)) return undefined;
  return { writable: [...writable, ...writableLoaded], readOnly: [...readOnly, ...readOnlyLoaded] };
}

function areKnown(addresses: readonly (Pubkey | undefined)[]): addresses is readonly Pubkey[] {
  return addresses.every((address) => address !== undefined);
}

const PROGRAM_ID = parsePubkey('AddressLookupTab1e1111111111111111111111111');
const META_BYTES = 56;
const KEY_BYTES = 32;
/** The first four bytes of an initialized table. */
const LOOKUP_TABLE = 1;

/** The addresses of a lookup table; undefined for other accounts. */
function addressesOf(held: ChainAccount['held']): readonly Pubkey[] | undefined {
  const data = held?.data;
  if (data === undefined || held?.owner !== PROGRAM_ID || data.length < META_BYTES) return undefined;
  if (Buffer.from(data.subarray(0, 4)).readUInt32LE() !== LOOKUP_TABLE) return undefined;
  const count = Math.floor((data.length - META_BYTES) / KEY_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const at = META_BYTES + index * KEY_BYTES;
    return pubkeyFromBytes(data.subarray(at, at + KEY_BYTES));
  });
}

export interface Steadily {
  readonly wallet: Pubkey;
  readonly message: Uint8Array;
  readonly writable: readonly Pubkey[];
}

const ATTEMPTS = 3;

/**
 * Accounts before and after a simulated transaction. They are read again after the simulation, so that a concurrent
 * payment never counts for or against the transaction.
 * @throws SIMULATION_FAILED, CHAIN_UNREADABLE
 */
async function simulateSteadily(
  chain: TransactionChain,
  { wallet, message, writable }: Steadily,
): Promise<{ readonly before: Accounts; readonly after: Accounts }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await chain.accounts(writable);
    const { error, accounts, slot } = await chain.simulate(unsignedTransaction(message), {
      accounts: writable,
    });
    if (error !== null) {
      throw new LaunchlensError('SIMULATION_FAILED', { reason: explainError(error, { instructions: [] }) });
    }
    const last = await chain.accounts(writable);
    const before = byAddress(writable, first.held);
    const ordered = first.slot <= slot && slot <= last.slot;
    if (ordered && isSame(holdingsOf(wallet, before), holdingsOf(wallet, byAddress(writable, last.held)))) {
      return { before, after: byAddress(writable, accounts ?? []) };
    }
  }
  const reason = 'the balances of the wallet change while a transaction is checked';
  throw new LaunchlensError('CHAIN_UNREADABLE', { reason });
}

function byAddress(addresses: readonly Pubkey[], held: readonly Held[]): Accounts {
  return new Map(addresses.map((address, index) => [address, held[index]]));
}

function isSame(one: ReadonlyMap<Pubkey, bigint>, other: ReadonlyMap<Pubkey, bigint>): boolean {
  return one.size === other.size && [...one].every(([mint, amount]) => other.get(mint) === amount);
}
