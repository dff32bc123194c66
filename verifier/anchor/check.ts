import type { ChainAccount } from '../accounts/chain-account.ts';
import type { AtSlot } from '../chain/answers.ts';
import type { Chain } from '../chain/queries.ts';
import type { Pubkey } from '../codec/base58.ts';
import { chainFailure } from '../failure.ts';
import type { Decode, Expected } from './coder.ts';
import { type Difference, differences } from './compare.ts';
import { type AccountType, typeOf } from './idl.ts';
import { type IndexApi, type IndexedAccount, NotHeld } from './index-api.ts';

/** A type with its decoder, or a sentence why it cannot be decoded. */
export interface CheckedType extends AccountType {
  readonly decode: Decode | string;
}

export interface Sides {
  readonly chain: Chain;
  readonly index: IndexApi;
  /** The program as the API calls it, and its address. */
  readonly program: { readonly name: string; readonly address: Pubkey };
  readonly types: readonly CheckedType[];
}

/** An account of both sides at one slot. */
export interface Compared {
  readonly address: Pubkey;
  /** Empty where the chain has no account of a checked type. */
  readonly type: string;
  readonly slot: number;
  readonly outcome: 'equal' | 'absent' | 'unsupported';
  readonly differences: readonly Difference[];
}

/** The most that a node takes at once. */
const AT_ONCE = 100;
/** Reads of a slot that the index does not have, and of an account that differs. */
const ATTEMPTS = 4;

/** All accounts of a type, at one slot. What differs is read again, account by account. */
export async function checkType(sides: Sides, type: CheckedType): Promise<readonly Compared[]> {
  const { chain, index, program } = sides;
  const { slot, ours, theirs } = await atOneSlot(
    (from) => chain.programAccounts(questionOf(sides, type), from),
    (at) => index.accounts(program.name, type.name, at),
  );
  const indexed = new Map(theirs.map((account) => [account.address, account]));
  const onChain = new Set(ours.map(({ address }) => address));
  const compared = ours.map((account) => compare(sides.types, account, indexed.get(account.address), slot));
  const extra = theirs.filter(({ address }) => !onChain.has(address)).map(({ address }) => address);
  // The list has no accounts that do not decode.
  const doubtful = compared.filter((each) => each.differences.length > 0).map(({ address }) => address);
  const again = await checkAccounts(sides, [...doubtful, ...extra]);
  return [...compared.filter((each) => each.differences.length === 0), ...again];
}

/** The addresses of a type on the chain, and how many accounts the index has of it at the same slot. */
export async function listType(sides: Sides, type: CheckedType) {
  const { chain, index, program } = sides;
  const { slot, ours, theirs } = await atOneSlot(
    (from) => chain.programAccounts({ ...questionOf(sides, type), onlyAddresses: true }, from),
    (at) => index.count(program.name, type.name, at),
  );
  return { slot, addresses: ours.map(({ address }) => address), indexed: theirs };
}

function questionOf({ program }: Sides, { discriminator }: AccountType) {
  return { program: program.address, having: [{ offset: 0, bytes: discriminator }] };
}

/** Named accounts. One that differs is read again, and counts once two reads in a row show the same. */
export async function checkAccounts(
  sides: Sides,
  addresses: readonly Pubkey[],
): Promise<readonly Compared[]> {
  const settled: Compared[] = [];
  let doubtful = new Map<Pubkey, Compared>();
  let left = addresses;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const from = Math.max(0, ...[...doubtful.values()].map(({ slot }) => slot));
    const before = doubtful;
    doubtful = new Map();
    for (const each of await compareAll(sides, left, from)) {
      const isCertain = isSame(each, before.get(each.address)) || attempt === ATTEMPTS;
      if (each.differences.length === 0 || isCertain) settled.push(each);
      else doubtful.set(each.address, each);
    }
    left = [...doubtful.keys()];
  }
  return settled;
}

function isSame({ differences: now }: Compared, before: Compared | undefined): boolean {
  return JSON.stringify(now) === JSON.stringify(before?.differences);
}

async function compareAll(
  sides: Sides,
  addresses: readonly Pubkey[],
  from: number,
): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    all.push(...(await compareAtOnce(sides, addresses.slice(at, at + AT_ONCE), from)));
  }
  return all;
}

async function compareAtOnce(
  sides: Sides,
  addresses: readonly Pubkey[],
  from: number,
): Promise<readonly Compared[]> {
  const { chain, program, types } = sides;
  const isOurs = (account: ChainAccount | undefined): boolean => account?.owner === program.address;
  const { slot, ours, theirs } = await atOneSlot(
    (least) => chain.accounts(addresses, least),
    async (at, accounts) => {
      const found: (IndexedAccount | undefined)[] = [];
      for (const [place, address] of addresses.entries()) {
        const account = accounts[place];
        const type = account && isOurs(account) ? typeOf(account.data, types) : undefined;
        found.push(await findIndexed(sides, address, type, at));
      }
      return found;
    },
    from,
  );
  return addresses.map((address, place) => {
    const account = ours[place];
    return account && isOurs(account)
      ? compare(types, account, theirs[place], slot)
      : compareAbsent(address, theirs[place], slot);
  });
}

/** An account that the chain does not have must be of no type in the index. */
async function findIndexed(
  { index, program, types }: Sides,
  address: Pubkey,
  type: AccountType | undefined,
  slot: number,
) {
  for (const { name } of type ? [type] : types) {
    const found = await index.account(program.name, name, address, slot);
    if (found) return found;
  }
  return undefined;
}

function compareAbsent(address: Pubkey, found: IndexedAccount | undefined, slot: number): Compared {
  const base = { address, type: found?.type ?? '', slot, outcome: 'absent' } as const;
  const extra = { field: '', index: 'an account', chain: 'no account of the program' };
  return { ...base, differences: found ? [extra] : [] };
}

function compare(
  types: readonly CheckedType[],
  account: ChainAccount,
  found: IndexedAccount | undefined,
  slot: number,
): Compared {
  const { address, data, lamports } = account;
  const type = typeOf(data, types) as CheckedType | undefined;
  if (type === undefined) return compareAbsent(address, found, slot);
  const base = { address, type: type.name, slot };
  if (typeof type.decode === 'string') return { ...base, outcome: 'unsupported', differences: [] };
  const outcome = 'equal';
  if (!found) {
    const missing = {
      field: '',
      index: 'no account of this type',
      chain: `an account of ${data.length} bytes`,
    };
    return { ...base, outcome, differences: [missing] };
  }
  const balance = lamports === undefined ? [] : differences(`${lamports}`, found.lamports, 'lamports');
  return {
    ...base,
    outcome,
    differences: [...balance, ...lateChange(found, slot), ...compareData(type.decode(data), found)],
  };
}

/** When an account changed is not in it, but never after the slot. */
function lateChange({ updatedSlot }: IndexedAccount, slot: number): readonly Difference[] {
  const holds = typeof updatedSlot === 'number' && updatedSlot <= slot;
  return holds ? [] : [{ field: 'updated_slot', index: `${updatedSlot}`, chain: `at most ${slot}` }];
}

function compareData(expected: Expected, { data, undecodable }: IndexedAccount): readonly Difference[] {
  const says = typeof undecodable === 'string' ? undecodable : undefined;
  if ('data' in expected) {
    if (says === undefined) return differences(expected.data, data);
    return [{ field: '', index: `undecodable: ${says}`, chain: 'an account that decodes' }];
  }
  if (says !== undefined && data === null) return [];
  return [{ field: '', index: 'an account that decodes', chain: `undecodable: ${expected.undecodable}` }];
}

/** The chain, and the index at the chain's slot. If the index does not have that slot, the chain is read again later. */
async function atOneSlot<Ours, Theirs>(
  chain: (from: number) => Promise<AtSlot<Ours>>,
  index: (slot: number, ours: Ours) => Promise<Theirs>,
  from = 0,
): Promise<{ readonly slot: number; readonly ours: Ours; readonly theirs: Theirs }> {
  let least = from;
  let why = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { slot, value: ours } = await chain(least);
    try {
      return { slot, ours, theirs: await index(slot, ours) };
    } catch (error) {
      if (!(error instanceof NotHeld)) throw error;
      why = error.message;
      least = slot + 1;
    }
  }
  throw chainFailure(why);
}
