import { type Pubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_2022_KIND, TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

/** An account on the chain; undefined if it does not exist. */
export type Held = ChainAccount['held'];

export type Accounts = ReadonlyMap<Pubkey, Held>;

/** What is known of a token account, of either token program. */
export interface TokenHolding {
  readonly mint: Pubkey;
  readonly owner: Pubkey;
  readonly amount: bigint;
  /** Who may move `delegated` of it besides the owner. */
  readonly delegate: Pubkey | undefined;
  readonly delegated: bigint;
  /** Who may close it besides the owner. */
  readonly closer: Pubkey | undefined;
  readonly frozen: boolean;
}

const KEY_BYTES = 32;
const FROZEN = 2;

export function tokenHolding(held: Held): TokenHolding | undefined {
  if (held === undefined || !isTokenAccount(held)) return undefined;
  const view = Buffer.from(held.data);
  const keyAt = (at: number) => pubkeyFromBytes(view.subarray(at, at + KEY_BYTES));
  const optionAt = (at: number) => (view.readUInt32LE(at) === 0 ? undefined : keyAt(at + 4));
  return {
    mint: keyAt(TOKEN_ACCOUNT.mintAt),
    owner: keyAt(TOKEN_ACCOUNT.ownerAt),
    amount: view.readBigUInt64LE(TOKEN_ACCOUNT.amountAt),
    delegate: optionAt(TOKEN_ACCOUNT.delegateAt),
    delegated: view.readBigUInt64LE(TOKEN_ACCOUNT.delegatedAt),
    closer: optionAt(TOKEN_ACCOUNT.closeAuthorityAt),
    frozen: view[TOKEN_ACCOUNT.stateAt] === FROZEN,
  };
}

export function isTokenAccount({ owner, data }: NonNullable<Held>): boolean {
  if (owner !== TOKEN_PROGRAM_ID && owner !== TOKEN_2022_PROGRAM_ID) return false;
  if (data[TOKEN_ACCOUNT.stateAt] === 0) return false;
  if (data.length === TOKEN_ACCOUNT.size) return true;
  const { at, account, multisigSize } = TOKEN_2022_KIND;
  return owner === TOKEN_2022_PROGRAM_ID && data.length !== multisigSize && data[at] === account;
}

/** Whether a token account's lamports are tokens that its owner can unwrap. */
export function isWrapped(held: Held, { mint }: TokenHolding): boolean {
  return mint === NATIVE_MINT && held?.owner === TOKEN_PROGRAM_ID;
}

/**
 * A wallet's balances per mint in some accounts. The native coin includes every lamport of its wrapped form, which
 * closing that account pays out, but neither the rent of other token accounts nor an amount of its mint in Token-2022,
 * which nobody can unwrap.
 */
export function holdingsOf(wallet: Pubkey, accounts: Accounts): ReadonlyMap<Pubkey, bigint> {
  const sums = new Map<Pubkey, bigint>([[NATIVE_MINT, accounts.get(wallet)?.lamports ?? 0n]]);
  for (const held of accounts.values()) {
    const token = tokenHolding(held);
    if (held === undefined || token?.owner !== wallet) continue;
    const wrapped = isWrapped(held, token);
    if (token.mint === NATIVE_MINT && !wrapped) continue;
    const amount = wrapped ? held.lamports : token.amount;
    sums.set(token.mint, (sums.get(token.mint) ?? 0n) + amount);
  }
  return sums;
}

/** A mint's withheld fee in the account, and a flag that is set only during transfers. */
const CHANGED_BY_TRANSFERS: readonly number[] = [2, 15];
const HEADER_BYTES = 4;

/**
 * The Token-2022 extensions that a token account's owner sets, as comparable text. Extensions that transfers change are
 * omitted.
 */
export function ownersExtensions(data: Uint8Array): string {
  const view = Buffer.from(data);
  const kept: string[] = [];
  let at = TOKEN_2022_KIND.at + 1;
  while (at + HEADER_BYTES <= view.length) {
    const [type, length] = [view.readUInt16LE(at), view.readUInt16LE(at + 2)];
    if (type === 0) break;
    const end = at + HEADER_BYTES + length;
    if (!CHANGED_BY_TRANSFERS.includes(type)) kept.push(view.subarray(at, end).toString('hex'));
    at = end;
  }
  return kept.toSorted().join(' ');
}
