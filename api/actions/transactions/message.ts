import {
  appendTransactionMessageInstructions,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/transaction-messages';
import { getTransactionDecoder } from '@solana/transactions';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { RecentBlockhash } from '../../read/chain/transactions.ts';
import type { Instruction } from '../intents/draft.ts';

/** The size of a packet; every node refuses a larger transaction. */
export const LARGEST_TRANSACTION = 1_232;
const SIGNATURE_BYTES = 64;

type Payer = Parameters<typeof setTransactionMessageFeePayer>[0];
type Blockhash = Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0];
type LibraryInstruction = Parameters<typeof appendTransactionMessageInstructions>[0][number];

export interface MessageParts {
  /** Fee payer and only signer. */
  readonly owner: Pubkey;
  readonly blockhash: RecentBlockhash;
  readonly computeUnitLimit: number;
  /** Micro-lamports per unit; no priority fee for 0. */
  readonly computeUnitPrice: bigint;
  readonly instructions: readonly Instruction[];
  /** All addresses of lookup tables that may shorten it. */
  readonly tables?: ReadonlyMap<Pubkey, readonly Pubkey[]> | undefined;
}

/** The signed bytes of a v0 message. @throws TRANSACTION_TOO_LARGE */
export function encodeMessage(parts: MessageParts): Uint8Array {
  const message = compiled(parts);
  const bytes = unsignedTransaction(message).length;
  if (bytes > LARGEST_TRANSACTION) {
    throw new LaunchlensError('TRANSACTION_TOO_LARGE', { bytes, most: LARGEST_TRANSACTION });
  }
  return message;
}

/** The library refuses more instructions or accounts than any transaction may have. */
function compiled(parts: MessageParts): Uint8Array {
  const { owner, blockhash, computeUnitLimit, computeUnitPrice, instructions, tables } = parts;
  try {
    const empty = setTransactionMessageFeePayer(
      owner as string as Payer,
      createTransactionMessage({ version: 0 }),
    );
    const timed = setTransactionMessageLifetimeUsingBlockhash(blockhash as Blockhash, empty);
    const limited = setTransactionMessageComputeUnitLimit(computeUnitLimit, timed);
    const priced =
      computeUnitPrice === 0n ? limited : setTransactionMessageComputeUnitPrice(computeUnitPrice, limited);
    const whole = appendTransactionMessageInstructions(instructions.map(libraryInstruction), priced);
    const short = compressTransactionMessageUsingAddressLookupTables(
      whole,
      Object.fromEntries(tables ?? []) as never,
    );
    return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(short)));
  } catch (error) {
    const bytes = instructions.reduce(
      (sum, { data, accounts }) => sum + data.length + accounts.length + 3,
      0,
    );
    throw new LaunchlensError('TRANSACTION_TOO_LARGE', { bytes, most: LARGEST_TRANSACTION }, error);
  }
}

/** The transaction of a message with one signer and an empty signature. */
export function unsignedTransaction(message: Uint8Array): Uint8Array {
  return signedTransaction(message, new Uint8Array(SIGNATURE_BYTES));
}

export function signedTransaction(message: Uint8Array, signature: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(1), signature, message]);
}

export interface ReceivedTransaction {
  readonly message: Uint8Array;
  /** One per signer of the message; undefined if empty. */
  readonly signatures: ReadonlyMap<string, Uint8Array | undefined>;
}

/** Undefined for bytes that are not a transaction or not in canonical form. */
export function readTransaction(bytes: Uint8Array): ReceivedTransaction | undefined {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    const entries = Object.entries(signatures);
    const message = Uint8Array.from(messageBytes);
    const canonical = Buffer.concat([
      Uint8Array.of(entries.length),
      ...entries.map(([, signature]) => signature ?? new Uint8Array(SIGNATURE_BYTES)),
      message,
    ]);
    if (Buffer.compare(canonical, bytes) !== 0) return undefined;
    return {
      message,
      signatures: new Map(entries.map(([signer, signature]) => [signer, signature ?? undefined])),
    };
  } catch {
    // Whatever the library reports, it is not a transaction.
    return undefined;
  }
}

/** An instruction read from a message. An account from a lookup table has no address here. */
export interface ReadInstruction {
  readonly program: Pubkey;
  readonly accounts: readonly {
    readonly address: Pubkey | undefined;
    readonly signer: boolean;
    readonly writable: boolean;
  }[];
  readonly data: Uint8Array;
}

export interface ReadMessage {
  /** The first pays the fee. */
  readonly signers: readonly Pubkey[];
  /** Those named by the message itself. */
  readonly writable: readonly Pubkey[];
  /** The other accounts, which it reads or calls. */
  readonly readOnly: readonly Pubkey[];
  readonly lookups: readonly Lookup[];
  readonly instructions: readonly ReadInstruction[];
}

export interface Lookup {
  readonly table: Pubkey;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

/** The content of a v0 message; undefined for other bytes. */
export function readMessage(message: Uint8Array): ReadMessage | undefined {
  const compiled = compiledOf(message);
  if (compiled?.version !== 0) return undefined;
  const { header, staticAccounts, instructions, addressTableLookups = [] } = compiled;
  // The network loads no program from a lookup table.
  if (instructions.some(({ programAddressIndex }) => programAddressIndex >= staticAccounts.length))
    return undefined;
  const writableLoaded = addressTableLookups.reduce(
    (sum, { writableIndexes }) => sum + writableIndexes.length,
    0,
  );
  const isWritable = (index: number): boolean =>
    index < header.numSignerAccounts
      ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
      : index < staticAccounts.length - header.numReadonlyNonSignerAccounts;
  const accountAt = (index: number) => {
    const address = staticAccounts[index] as Pubkey | undefined;
    if (address === undefined) {
      return { address, signer: false, writable: index - staticAccounts.length < writableLoaded };
    }
    return { address, signer: index < header.numSignerAccounts, writable: isWritable(index) };
  };
  return {
    signers: staticAccounts.slice(0, header.numSignerAccounts) as unknown as Pubkey[],
    writable: staticAccounts.filter((_address, index) => isWritable(index)) as unknown as Pubkey[],
    readOnly: staticAccounts.filter((_address, index) => !isWritable(index)) as unknown as Pubkey[],
    lookups: addressTableLookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
      table: lookupTableAddress as string as Pubkey,
      ...{ writableIndexes, readonlyIndexes },
    })),
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      program: staticAccounts[programAddressIndex] as unknown as Pubkey,
      accounts: accountIndices.map(accountAt),
      data: Uint8Array.from(data),
    })),
  };
}

/** A v0 message with another lifetime: an unsigned message can get a fresh one. */
export function withBlockhash(message: Uint8Array, { blockhash }: RecentBlockhash): Uint8Array {
  const compiled = getCompiledTransactionMessageDecoder().decode(message);
  return Uint8Array.from(
    getCompiledTransactionMessageEncoder().encode({ ...compiled, lifetimeToken: blockhash }),
  );
}

function compiledOf(message: Uint8Array) {
  try {
    return getCompiledTransactionMessageDecoder().decode(message);
  } catch {
    return undefined;
  }
}

export function libraryInstruction({ program, accounts, data }: Instruction): LibraryInstruction {
  pubkeyBytes(program);
  return {
    programAddress: program as string as Payer,
    accounts: accounts.map(({ address, signer, writable }) => ({
      address: address as string as Payer,
      // The library's roles are two bits: signer, writable.
      role: (signer ? 2 : 0) | (writable ? 1 : 0),
    })),
    data,
  };
}
