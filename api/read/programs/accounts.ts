import { z } from 'zod';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { hexColumn, type SqlParameters, unsignedColumn } from '../../../core/olap/port.ts';
import type { Decoded } from '../../../idl/anchor/decode.ts';
import type { AskAt } from '../history/query.ts';
import type { TypeCount } from './counts.ts';
import { accountsAt, BY_ADDRESS, byOrder, countMatching, sizesAt } from './queries.ts';
import type { ReadAt } from './read-at.ts';
import type { AccountType, AccountTypes } from './types.ts';
import { compileOrder } from './where/order.ts';
import { compileWhere, type Where } from './where/where.ts';

/** One account as it was at a slot. */
export interface AccountState {
  readonly address: Pubkey;
  /** '' for a type that the IDL does not have. */
  readonly type: string;
  readonly lamports: bigint;
  readonly updatedSlot: bigint;
  readonly decoded: Decoded;
}

export interface AccountsQuestion {
  readonly type: AccountType;
  readonly where: Where;
  /** `field` or `-field`; by address without one. */
  readonly orderBy: string;
  readonly after: Pubkey | undefined;
  readonly limit: number;
}

export interface AccountsPage extends TypeCount {
  readonly accounts: readonly AccountState[];
  readonly more: boolean;
}

const matchingRow = z.object({ matching: unsignedColumn });
const addressRow = z.object({ address_hex: hexColumn });
const sizeRow = z.object({ address_hex: hexColumn, size: unsignedColumn });
const accountRow = z.object({
  address_hex: hexColumn,
  type_name: z.string(),
  undecodable: z.string(),
  lamports: unsignedColumn,
  updated_slot: unsignedColumn,
  data_hex: hexColumn,
});

/** @throws PARAMETER_MALFORMED for a condition or an order that the type has no field for */
export async function accountsPage(
  ask: AskAt,
  { counts: countsNow }: Pick<ReadAt, 'counts'>,
  types: AccountTypes,
  question: AccountsQuestion,
): Promise<AccountsPage> {
  const { type, where, orderBy, limit } = question;
  const condition = compileWhere(type, where);
  const order = orderBy === '' ? undefined : compileOrder(type, orderBy);
  const parameters = { type: type.name, ...condition.parameters };
  const versions = type.of?.versions;
  const isPlain = condition.sql === '1' || versions === undefined;
  const byColumns = versions !== undefined && (!isPlain || order !== undefined);
  const [counts, matching, found] = await Promise.all([
    countsNow(),
    isPlain ? undefined : ask(countMatching(versions, condition), parameters, matchingRow),
    ask(
      byColumns ? byOrder(versions, condition, order) : BY_ADDRESS,
      { ...parameters, ...placeOf(question) },
      addressRow,
    ),
  ]);
  const { count, undecodable } = counts.get(type.name) ?? { count: 0n, undecodable: 0n };
  const page = await fitting(
    ask,
    found.slice(0, limit).map(({ address_hex }) => address_hex),
  );
  return {
    count: matching === undefined ? count : (matching[0]?.matching ?? 0n),
    undecodable,
    accounts: await accountsOf(ask, types, page),
    more: found.length > page.length,
  };
}

/** Accounts have up to ten million bytes; a page has more than this only if its first account has. */
export const MOST_BYTES = 8_388_608n;

export async function fitting(ask: AskAt, addresses: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  if (addresses.length < 2) return addresses;
  const { names, parameters, keys } = bound(addresses);
  const rows = await ask(sizesAt(names), parameters, sizeRow);
  const sizes = new Map(rows.map((row) => [row.address_hex.toString('hex'), row.size]));
  let bytes = 0n;
  return addresses.filter((_, index) => {
    bytes += sizes.get(keys[index] ?? '') ?? 0n;
    return index === 0 || bytes <= MOST_BYTES;
  });
}

/** Addresses as parameters of a query. */
export function bound(addresses: readonly Uint8Array[]) {
  const keys = addresses.map((address) => Buffer.from(address).toString('hex'));
  const parameters = Object.fromEntries(keys.map((key, index) => [`address_${index}`, key]));
  return { keys, parameters, names: Object.keys(parameters).map((name) => `unhex({${name}:String})`) };
}

function placeOf({ after, limit }: AccountsQuestion): SqlParameters {
  const bytes = after === undefined ? '' : Buffer.from(pubkeyBytes(after)).toString('hex');
  return { from_start: after === undefined, after: bytes, limit: limit + 1 };
}

/** One account; undefined if it does not exist. */
export async function accountAt(
  ask: AskAt,
  types: AccountTypes,
  address: Pubkey,
): Promise<AccountState | undefined> {
  const [account] = await accountsOf(ask, types, [pubkeyBytes(address)]);
  return account;
}

/** The accounts with these addresses, in their order. */
export async function accountsOf(
  ask: AskAt,
  types: AccountTypes,
  addresses: readonly Uint8Array[],
): Promise<readonly AccountState[]> {
  if (addresses.length === 0) return [];
  const { keys, parameters, names } = bound(addresses);
  const rows = await ask(accountsAt(names), parameters, accountRow);
  const byKey = new Map(rows.map((row) => [row.address_hex.toString('hex'), row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row === undefined ? [] : [stateOf(row, types)];
  });
}

function stateOf(row: z.output<typeof accountRow>, types: AccountTypes): AccountState {
  const { type_name: type, undecodable: reason } = row;
  return {
    address: pubkeyFromBytes(row.address_hex),
    type,
    lamports: row.lamports,
    updatedSlot: row.updated_slot,
    decoded: reason === '' ? decoded(types, type, row.data_hex) : { kind: 'undecodable', reason },
  };
}

/** The bytes as JSON. An account may be of a type that is not followed any more. */
export function decoded(types: AccountTypes, type: string, bytes: Uint8Array): Decoded {
  return types.get(type)?.decode(bytes) ?? { kind: 'undecodable', reason: UNKNOWN_TYPE };
}

const UNKNOWN_TYPE = 'Its first bytes name no followed account type of the IDL.';
