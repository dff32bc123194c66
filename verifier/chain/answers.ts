import type { ChainAccount } from '../accounts/chain-account.ts';
import { isPubkey, type Pubkey } from '../codec/base58.ts';
import { chainFailure } from '../failure.ts';
import { isRecord, safeInteger, slotNumber } from './http.ts';

/** What a node answered, and the slot whose state it is. */
export interface AtSlot<Value> {
  readonly slot: number;
  readonly value: Value;
}

/** `getMultipleAccounts` with base64 data: one entry per address, undefined if the account does not exist. */
export function parseAccounts(
  result: unknown,
  addresses: readonly Pubkey[],
): AtSlot<readonly (ChainAccount | undefined)[]> {
  const { slot, value } = parseContext(result, 'getMultipleAccounts');
  if (value.length !== addresses.length) {
    throw malformed('getMultipleAccounts', `${value.length} accounts instead of ${addresses.length}`);
  }
  const accounts = addresses.map((address, index) => {
    const entry = value[index];
    return entry === null ? undefined : parseAccount(entry, address, 'getMultipleAccounts');
  });
  return { slot, value: accounts };
}

/** `getProgramAccounts` with context and base64 data. A key that is listed twice would be counted twice. */
export function parseProgramAccounts(result: unknown): AtSlot<readonly ChainAccount[]> {
  const method = 'getProgramAccounts';
  const { slot, value } = parseContext(result, method);
  const seen = new Set<string>();
  const accounts = value.map((entry) => {
    if (!isRecord(entry) || typeof entry.pubkey !== 'string' || !isPubkey(entry.pubkey)) {
      throw malformed(method, 'an entry without a public key');
    }
    if (seen.has(entry.pubkey)) throw malformed(method, `account ${entry.pubkey} twice`);
    seen.add(entry.pubkey);
    return parseAccount(entry.account, entry.pubkey, method);
  });
  return { slot, value: accounts };
}

/** `getBlockTime`: Unix seconds, or undefined where the node does not know. */
export function parseBlockTime(result: unknown): bigint | undefined {
  if (result === null) return undefined;
  const seconds = safeInteger(result);
  if (seconds === undefined) throw malformed('getBlockTime', 'neither a whole number nor null');
  return BigInt(seconds);
}

/** `getGenesisHash`: 32 bytes in base58. */
export function parseGenesisHash(result: unknown): Pubkey {
  if (typeof result === 'string' && isPubkey(result)) return result;
  throw malformed('getGenesisHash', 'text that is not a hash');
}

function parseContext(result: unknown, method: string): AtSlot<readonly unknown[]> {
  if (!isRecord(result) || !isRecord(result.context)) throw malformed(method, 'an answer without context');
  const slot = slotNumber(result.context.slot);
  if (slot === undefined) throw malformed(method, 'a context without a slot');
  if (!Array.isArray(result.value)) throw malformed(method, 'no list of accounts');
  return { slot, value: result.value };
}

function parseAccount(entry: unknown, address: Pubkey, method: string): ChainAccount {
  if (!isRecord(entry)) throw malformed(method, `no account for ${address}`);
  const { owner, data } = entry;
  if (typeof owner !== 'string' || !isPubkey(owner)) {
    throw malformed(method, `account ${address} without an owner`);
  }
  const bytes = parseBase64(data);
  if (!bytes) throw malformed(method, `account ${address} without base64 data`);
  return { address, owner, data: bytes, lamports: safeInteger(entry.lamports) };
}

function parseBase64(data: unknown): Uint8Array | undefined {
  if (!Array.isArray(data) || data.length !== 2 || data[1] !== 'base64') return undefined;
  const [text] = data as unknown[];
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // Buffer ignores invalid characters; only text that survives a round trip is base64.
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}

export function malformed(method: string, what: string): Error {
  return chainFailure(`the RPC node answered ${method} with ${what}`);
}
