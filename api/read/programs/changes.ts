import { z } from 'zod';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { hexColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import { type AccountState, accountsOf, bound, fitting } from './accounts.ts';
import { CALLED_SINCE, changedAfter, changedSince, matchingOf } from './queries.ts';
import type { AccountType, AccountTypes } from './types.ts';
import type { Condition } from './where/where.ts';

/** More changed accounts than this are not listed. */
const MOST_CHANGED = 200;

export interface ChangesQuestion {
  readonly type: AccountType;
  readonly condition: Condition;
  /** Only these accounts; all of the type without them. */
  readonly pubkeys: readonly Pubkey[] | undefined;
  /** Only changes after this slot; undefined if the state before is not known, for example after a rollback. */
  readonly after: bigint | undefined;
}

export interface AccountChanges {
  /** As they are, of those that match now. */
  readonly accounts: readonly AccountState[];
  /** Those that matched before: closed, changed, or not decodable any more. */
  readonly gone: readonly Pubkey[];
  /** Whether these are all changes. */
  readonly complete: boolean;
}

const addressRow = z.object({ address_hex: hexColumn });

/** What changed after a slot. @param askBefore queries the state at that slot */
export async function accountChanges(
  ask: AskAt,
  askBefore: (slot: bigint) => AskAt,
  types: AccountTypes,
  question: ChangesQuestion,
): Promise<AccountChanges> {
  const { pubkeys, after } = question;
  if (after === undefined && pubkeys === undefined) return { accounts: [], gone: [], complete: false };
  const changed = await changedAddresses(ask, question);
  const listed = changed.slice(0, MOST_CHANGED);
  if (listed.length === 0) return { accounts: [], gone: [], complete: true };
  const now = await matchingOnes(ask, question, listed);
  const before = after === undefined ? listed : await matchingOnes(askBefore(after), question, listed);
  const fits = await fitting(ask, now);
  const isHere = new Set(now.map((address) => keyOf(address)));
  return {
    accounts: await accountsOf(ask, types, fits),
    gone: before.filter((address) => !isHere.has(keyOf(address))).map((address) => pubkeyFromBytes(address)),
    complete: listed.length === changed.length && fits.length === now.length,
  };
}

function keyOf(address: Uint8Array): string {
  return Buffer.from(address).toString('hex');
}

/** One more than are listed, if there are as many. */
async function changedAddresses(
  ask: AskAt,
  { pubkeys, after }: ChangesQuestion,
): Promise<readonly Uint8Array[]> {
  const named = pubkeys?.map((key) => pubkeyBytes(key));
  if (after === undefined) return named ?? [];
  const limit = MOST_CHANGED + 1;
  const { sql, parameters } = named === undefined ? { sql: '1', parameters: {} } : oneOf(named);
  const rows = await ask(changedAfter(sql), { ...parameters, after_slot: after, limit }, addressRow);
  return rows.map(({ address_hex }) => address_hex);
}

function oneOf(addresses: readonly Uint8Array[]) {
  const { names, parameters } = bound(addresses);
  return { sql: `address IN (${names.join(', ')})`, parameters };
}

async function matchingOnes(
  ask: AskAt,
  { type, condition }: ChangesQuestion,
  addresses: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const { names, parameters } = bound(addresses);
  const sql = matchingOf(type.of?.versions, condition, names);
  const rows = await ask(sql, { type: type.name, ...condition.parameters, ...parameters }, addressRow);
  const found = new Set(rows.map(({ address_hex }) => keyOf(address_hex)));
  return addresses.filter((address) => found.has(keyOf(address)));
}

const countRow = z.object({ changed: unsignedColumn });

export interface Touched {
  readonly type?: string | undefined;
  readonly address?: Pubkey | undefined;
  readonly after: bigint;
}

/**
 * Whether an account, of a type or with an address, has a row after a slot; without either, whether any account,
 * instruction or event has one.
 */
export async function hasChanged(ask: AskAt, touched: Touched): Promise<boolean> {
  if (await hasChangedAccount(ask, touched)) return true;
  const { type, address, after } = touched;
  if (type !== undefined || address !== undefined) return false;
  const [row] = await ask(CALLED_SINCE, { after_slot: after }, countRow);
  return row !== undefined && row.changed > 0n;
}

async function hasChangedAccount(ask: AskAt, { type, address, after }: Touched): Promise<boolean> {
  const conditions = [
    ...(type === undefined ? [] : ['type = {type:String}']),
    ...(address === undefined ? [] : ['address = unhex({address:String})']),
  ];
  const parameters = {
    ...(type !== undefined && { type }),
    ...(address !== undefined && { address: keyOf(pubkeyBytes(address)) }),
    after_slot: after,
  };
  const [row] = await ask(changedSince(conditions.join(' AND ') || '1'), parameters, countRow);
  return row !== undefined && row.changed > 0n;
}
