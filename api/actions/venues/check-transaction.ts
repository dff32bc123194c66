import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Built } from '../intents/draft.ts';
import { explainError } from '../transactions/explain.ts';
import {
  LARGEST_TRANSACTION,
  type ReadMessage,
  readMessage,
  readTransaction,
  unsignedTransaction,
  withBlockhash,
} from '../transactions/message.ts';
import { type Accounts, type Allowed, beyondAllowed } from './compare.ts';
import { addressesOf } from './lookup-tables.ts';
import { withFee } from './with-fee.ts';

export interface Checked extends Allowed {
  /** Name of the venue that gave it. */
  readonly venue: string;
  /** Taken by one more instruction at its end. */
  readonly fee: Fee | undefined;
}

/** What the node reads at once; a transaction locks fewer. */
const MOST_ACCOUNTS = 100;
const ADVANCE_NONCE = 4;

type Tables = ReadonlyMap<Pubkey, readonly Pubkey[]>;

/**
 * The message of a venue's transaction, with a fresh blockhash, once it is held against what it may do. A simulation is
 * all that can be asked before it is signed: a program that behaves otherwise on the day is beyond this.
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
  const received = plainMessage(transaction, checked.wallet);
  if (typeof received === 'string') return refuse(received);
  const tables = await tablesOf(chain, received.read);
  if (writableOf(received.read, tables) === undefined)
    return refuse('it names a look-up table that does not hold');
  const blockhash = await chain.latestBlockhash();
  const fresh = withBlockhash(received.message, blockhash);
  const { wallet: owner, fee } = checked;
  const { message, feeLeftOut } = fee
    ? await withFee(chain, fresh, { owner, fee, tables, blockhash })
    : { message: fresh };
  const writable = writableOf(readMessage(message) ?? received.read, tables) ?? [];
  if (writable.length > MOST_ACCOUNTS) return refuse('it would write more accounts than a transaction may');
  const before = byAddress(writable, (await chain.accounts(writable)).held);
  const { error, accounts } = await chain.simulate(unsignedTransaction(message), { accounts: writable });
  if (error !== null) {
    throw new LaunchlensError('SIMULATION_FAILED', { reason: explainError(error, { instructions: [] }) });
  }
  const outflows = fee && feeLeftOut === undefined ? [...checked.outflows, fee] : checked.outflows;
  const beyond = beyondAllowed(before, byAddress(writable, accounts ?? []), { ...checked, outflows });
  if (beyond !== undefined) return refuse(beyond);
  return { kind: 'message', message, lastValidBlockHeight: blockhash.lastValidBlockHeight, feeLeftOut };
}

/** What can be told from the bytes alone; a sentence where that is enough to refuse it. */
function plainMessage(transaction: Uint8Array, owner: Pubkey) {
  if (transaction.length > LARGEST_TRANSACTION) return 'it does not fit into a packet';
  const received = readTransaction(transaction);
  const read = received && readMessage(received.message);
  if (received === undefined || read === undefined) return 'it is no v0 transaction';
  if (read.signers[0] !== owner) return 'somebody else would pay its fee';
  if (read.signers.length !== 1) return 'somebody else would have to sign it as well';
  if (received.signatures.get(owner) !== undefined) return 'it is signed already';
  if (read.instructions.some(isNonce)) return 'it would never expire';
  return { message: received.message, read };
}

function isNonce({ program, data }: ReadMessage['instructions'][number]): boolean {
  return (
    program === SYSTEM_PROGRAM_ID && data.length >= 4 && Buffer.from(data).readUInt32LE() === ADVANCE_NONCE
  );
}

/** What the look-up tables hold that it names; one that is none is left out. @throws CHAIN_UNREADABLE */
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

/** Everything that it could change; undefined where that cannot be told. */
function writableOf({ writable, lookups }: ReadMessage, tables: Tables): readonly Pubkey[] | undefined {
  const loaded = lookups.flatMap(({ table, writableIndexes }) =>
    tables.has(table) ? writableIndexes.map((index) => tables.get(table)?.[index]) : [undefined],
  );
  const told = loaded.filter((address) => address !== undefined);
  return told.length === loaded.length ? [...writable, ...told] : undefined;
}

function byAddress(
  addresses: readonly Pubkey[],
  held: readonly (Accounts extends ReadonlyMap<Pubkey, infer Held> ? Held : never)[],
): Accounts {
  return new Map(addresses.map((address, index) => [address, held[index]]));
}
