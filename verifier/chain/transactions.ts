import { decodeBase58 } from '../codec/base58.ts';
import { parseU64 } from '../codec/bytes.ts';
import { malformed } from './answers.ts';
import { isRecord, slotNumber } from './http.ts';

/** A transaction that names an address. */
export interface SignatureRow {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
}

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
  /** 1 for an instruction of the transaction itself, one more per call level; undefined if the node does not say. */
  readonly height: number | undefined;
}

/** The effects of a transaction: each instruction with those it called, and token balances by account. */
export interface Transaction {
  readonly groups: readonly (readonly Instruction[])[];
  readonly before: ReadonlyMap<string, bigint>;
  readonly after: ReadonlyMap<string, bigint>;
}

/** `getSignaturesForAddress`. */
export function parseSignatures(result: unknown): readonly SignatureRow[] {
  const method = 'getSignaturesForAddress';
  if (!Array.isArray(result)) throw malformed(method, 'no list');
  return result.map((row: unknown) => {
    const slot = isRecord(row) ? slotNumber(row.slot) : undefined;
    if (!isRecord(row) || typeof row.signature !== 'string' || slot === undefined || row.err === undefined) {
      throw malformed(method, 'an entry without signature, slot or err');
    }
    return { signature: row.signature, slot, failed: row.err !== null };
  });
}

/** `getTransaction` with `json` encoding. */
export function parseTransaction(result: unknown): Transaction | undefined {
  if (result === null) return undefined;
  if (!isRecord(result) || !isRecord(result.transaction) || !isRecord(result.meta))
    throw odd('no transaction');
  const { message } = result.transaction;
  if (!isRecord(message)) throw odd('no message');
  const { meta } = result;
  const loaded = isRecord(meta.loadedAddresses) ? meta.loadedAddresses : {};
  const keys = [message.accountKeys, loaded.writable ?? [], loaded.readonly ?? []].flatMap(textList);
  const inner = new Map(listOf(meta.innerInstructions ?? []).map((entry) => innerOf(entry, keys)));
  return {
    groups: listOf(message.instructions).map((entry, index) => [
      { ...instructionOf(entry, keys), height: 1 },
      ...(inner.get(index) ?? []),
    ]),
    before: balancesOf(meta.preTokenBalances, keys),
    after: balancesOf(meta.postTokenBalances, keys),
  };
}

function innerOf(entry: unknown, keys: readonly string[]): [number, readonly Instruction[]] {
  const index = isRecord(entry) ? slotNumber(entry.index) : undefined;
  if (!isRecord(entry) || index === undefined) throw odd('inner instructions without an index');
  return [index, listOf(entry.instructions).map((one) => instructionOf(one, keys))];
}

function instructionOf(entry: unknown, keys: readonly string[]): Instruction {
  if (!isRecord(entry) || typeof entry.data !== 'string') throw odd('an instruction without data');
  const data = decodeBase58(entry.data);
  if (data === undefined) throw odd('an instruction whose data is not base58');
  return {
    program: keyAt(entry.programIdIndex, keys),
    accounts: listOf(entry.accounts).map((index) => keyAt(index, keys)),
    data,
    height: slotNumber(entry.stackHeight),
  };
}

function balancesOf(list: unknown, keys: readonly string[]): ReadonlyMap<string, bigint> {
  return new Map(
    listOf(list ?? []).map((entry) => {
      const amount =
        isRecord(entry) && isRecord(entry.uiTokenAmount) ? entry.uiTokenAmount.amount : undefined;
      const value = typeof amount === 'string' ? parseU64(amount) : undefined;
      if (!isRecord(entry) || value === undefined) throw odd('a token balance without an amount');
      return [keyAt(entry.accountIndex, keys), value];
    }),
  );
}

function keyAt(index: unknown, keys: readonly string[]): string {
  const key = keys[slotNumber(index) ?? -1];
  if (key === undefined) throw odd('an account index out of range');
  return key;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw odd('something that is not a list');
  return value;
}

function textList(value: unknown): readonly string[] {
  return listOf(value).map((key) => {
    if (typeof key !== 'string') throw odd('an account key that is not text');
    return key;
  });
}

function odd(what: string): Error {
  return malformed('getTransaction', what);
}
