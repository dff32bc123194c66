import { readFileSync } from 'node:fs';
import { BorshEventCoder, BorshInstructionCoder, type Idl } from '@coral-xyz/anchor';
import { base58 } from '@scure/base';
import { Connection, PublicKey, type VersionedTransactionResponse } from '@solana/web3.js';
import { addressText } from '../../fixtures/localnet/keys/address.ts';
import { type ExecutedTransaction, transactionKeys } from '../../fixtures/localnet/ledger/executed.ts';
import { LOCALNET_VAULT_ID } from '../../idl/localnet.ts';
import { VAULT_IDL_FILE } from './vault.ts';

const VAULT_IDL = JSON.parse(readFileSync(VAULT_IDL_FILE, 'utf8')) as Idl;
const instructionCoder = new BorshInstructionCoder(VAULT_IDL);
const eventCoder = new BorshEventCoder(VAULT_IDL);

/** With this, Anchor's `emit_cpi!` calls its own program. */
const EVENT_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');
/** Only the vault logs data on the local chain. */
const DATA = 'Program data: ';
const PAGE = 1_000;
const AT_ONCE = 20;

/** Where in its block an instruction or event is. */
export interface LedgerPlace {
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number | null;
  readonly signature: string;
  readonly transactionIndex: number;
  readonly instructionIndex: number;
  readonly innerIndex: number;
}

interface LedgerCall extends LedgerPlace {
  readonly data: Buffer;
  /** By Anchor's own coder; undefined if it cannot decode the bytes. */
  readonly decoded: { readonly name: string; readonly data: unknown } | undefined;
}

export interface LedgerInstruction extends LedgerCall {
  readonly stackHeight: number;
  readonly accounts: readonly string[];
}

export interface LedgerEvent extends LedgerCall {
  readonly source: 'log' | 'cpi';
  readonly eventIndex: number;
}

export interface VaultLedger {
  readonly instructions: readonly LedgerInstruction[];
  readonly events: readonly LedgerEvent[];
}

export interface LedgerSlots {
  readonly first: bigint;
  readonly last: bigint;
}

/** What the vault executed and emitted in these slots, as a node's `getTransaction` says; read by nothing of the product. */
export async function readVaultLedger(rpcUrl: string, slots: LedgerSlots): Promise<VaultLedger> {
  const connection = new Connection(rpcUrl, 'confirmed');
  const listed = await signaturesOf(connection, slots);
  const places = await inGroups([...new Set(listed.map(({ slot }) => slot))], async (slot) => {
    const { signatures } = await connection.getBlockSignatures(slot);
    return signatures.map((signature, at) => [signature, at] as const);
  });
  const placeOf = new Map(places.flat());
  const read = await inGroups(listed, async ({ signature }) => {
    const answer = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    if (!answer) throw new Error(`the node lists transaction ${signature} but does not have it`);
    return callsOf(plainByNode(answer, placeOf.get(signature) ?? Number.NaN));
  });
  return together(read);
}

async function inGroups<Of, To>(all: readonly Of[], read: (one: Of) => Promise<To>): Promise<readonly To[]> {
  const found: To[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    found.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(read))));
  return found;
}

/** Of successful transactions. */
async function signaturesOf(connection: Connection, { first, last }: LedgerSlots) {
  const address = new PublicKey(LOCALNET_VAULT_ID);
  const found: { readonly signature: string; readonly slot: number }[] = [];
  for (let before: string | undefined; ; ) {
    const page = await connection.getSignaturesForAddress(address, {
      limit: PAGE,
      ...(before && { before }),
    });
    found.push(...page.filter(({ slot, err }) => err === null && slot >= first && slot <= last));
    const oldest = page.at(-1);
    if (page.length < PAGE || oldest === undefined || oldest.slot < first) return found;
    before = oldest.signature;
  }
}

/** The same of transactions of the local chain's own store. */
export function ledgerOnChain(transactions: Iterable<ExecutedTransaction>): VaultLedger {
  return together([...transactions].filter(({ error }) => !error).map((one) => callsOf(plainOnChain(one))));
}

function together(read: readonly VaultLedger[]): VaultLedger {
  return {
    instructions: read.flatMap(({ instructions }) => instructions),
    events: read.flatMap(({ events }) => events),
  };
}

/** A transaction with every instruction that ran, wherever it was read. */
interface PlainTransaction
  extends Pick<LedgerPlace, 'slot' | 'blockTime' | 'signature' | 'transactionIndex'> {
  readonly executed: readonly Executed[];
  readonly logs: readonly string[];
}

type Executed = Pick<
  LedgerInstruction,
  'instructionIndex' | 'innerIndex' | 'stackHeight' | 'accounts' | 'data'
> & {
  readonly program: string;
};

function callsOf({ executed, logs, ...of }: PlainTransaction): VaultLedger {
  const vaults = executed.filter(({ program }) => program === LOCALNET_VAULT_ID);
  const isCarrier = ({ data, innerIndex }: Executed): boolean =>
    innerIndex > 0 && data.subarray(0, EVENT_TAG.length).equals(EVENT_TAG);
  const sent = vaults.filter(isCarrier).map(({ instructionIndex, innerIndex, data }, eventIndex) => {
    const event = data.subarray(EVENT_TAG.length);
    return { instructionIndex, innerIndex, source: 'cpi' as const, eventIndex, data: event };
  });
  return {
    instructions: vaults
      .filter((one) => !isCarrier(one))
      .map(({ program: _, ...one }) => ({
        ...{ ...of, ...one },
        decoded: decodedBy(() => instructionCoder.decode(one.data)),
      })),
    events: [...sent, ...logged(logs)].map((one) => ({
      ...{ ...of, ...one },
      decoded: decodedBy(() => eventCoder.decode(one.data.toString('base64'))),
    })),
  };
}

function plainByNode(answer: VersionedTransactionResponse, transactionIndex: number): PlainTransaction {
  const { slot, blockTime = null, meta, transaction } = answer;
  const { message, signatures } = transaction;
  const keys = message.getAccountKeys({ accountKeysFromLookups: meta?.loadedAddresses ?? null });
  const executed = message.compiledInstructions.map(({ accountKeyIndexes: accounts, ...outer }, at) => {
    const called: readonly Called[] =
      meta?.innerInstructions?.find(({ index }) => index === at)?.instructions ?? [];
    return [
      { ...outer, accounts, stackHeight: 1 },
      ...called.map((one) => ({ ...one, data: base58.decode(one.data) })),
    ];
  });
  return {
    ...{ slot, blockTime, signature: signatures[0] ?? '', transactionIndex },
    executed: executedWith(executed, (at) => keys.get(at)?.toBase58() ?? ''),
    logs: meta?.logMessages ?? [],
  };
}

function plainOnChain(transaction: ExecutedTransaction): PlainTransaction {
  const { slot, blockTime, signature, indexInBlock, message, inner, logs } = transaction;
  const keys = transactionKeys(transaction);
  const executed = message.instructions.map((outer, at) => [
    { ...outer, stackHeight: 1 },
    ...(inner.find(({ index }) => index === at)?.instructions ?? []),
  ]);
  const place = { slot: Number(slot), blockTime: Number(blockTime), transactionIndex: indexInBlock };
  const key = (at: number): string => {
    const address = keys[at];
    return address ? addressText(address) : '';
  };
  return { ...place, signature: base58.encode(signature), executed: executedWith(executed, key), logs };
}

/** web3.js hands on what the node says of the height, but its type does not name it. */
interface Called {
  readonly programIdIndex: number;
  readonly accounts: Iterable<number>;
  readonly data: string;
  readonly stackHeight?: number;
}

/** @param instructions Of the transaction, each followed by those that it called */
function executedWith(
  instructions: readonly (readonly (Omit<Called, 'data'> & { readonly data: Uint8Array })[])[],
  key: (at: number) => string,
): readonly Executed[] {
  return instructions.flatMap((ran, instructionIndex) =>
    ran.map(({ programIdIndex, accounts, data, stackHeight = 0 }, innerIndex) => ({
      ...{ instructionIndex, innerIndex, stackHeight, data: Buffer.from(data) },
      ...{ program: key(programIdIndex), accounts: Array.from(accounts, key) },
    })),
  );
}

/** Lines of data, each with the instruction of the transaction that was running. */
function logged(lines: readonly string[]) {
  let instructionIndex = -1;
  const data = lines.flatMap((line) => {
    if (line.endsWith(' invoke [1]')) instructionIndex += 1;
    if (!line.startsWith(DATA)) return [];
    return [{ instructionIndex, innerIndex: 0, data: Buffer.from(line.slice(DATA.length), 'base64') }];
  });
  return data.map((one, eventIndex) => ({ ...one, source: 'log' as const, eventIndex }));
}

/** Anchor's coder throws for bytes that do not decode, and gives null for a name that it does not know. */
function decodedBy(read: () => LedgerCall['decoded'] | null): LedgerCall['decoded'] {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}
