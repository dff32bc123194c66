import type { TokenBalance, Transaction } from '../../model/transaction.ts';
import { type Transfer, transfersOf } from './transfers.ts';

/** An amount that went in or out of an account that is followed, and whose account was on the other side. */
export interface Movement {
  readonly direction: 'in' | 'out';
  /** The token account on the other side, and its owner; undefined where the transaction does not tell. */
  readonly account: Uint8Array | undefined;
  readonly wallet: Uint8Array | undefined;
  readonly mint: Uint8Array;
  readonly amount: bigint;
}

/** What an account held of one mint around a transaction. */
export interface HeldAmount {
  readonly mint: Uint8Array;
  readonly before: bigint;
  readonly after: bigint;
}

/** One entry; two where the account was closed and opened again for another mint; none where it is no token account. */
export function heldAmounts(transaction: Transaction, escrow: number): HeldAmount[] {
  const pre = balanceAt(transaction.preTokenBalances, escrow);
  const post = balanceAt(transaction.postTokenBalances, escrow);
  const { mint } = post ?? pre ?? {};
  if (!mint) return [];
  if (!pre || !post || sameBytes(pre.mint, post.mint)) {
    return [{ mint, before: pre?.amount ?? 0n, after: post?.amount ?? 0n }];
  }
  return [
    { mint: pre.mint, before: pre.amount, after: 0n },
    { mint: post.mint, before: 0n, after: post.amount },
  ];
}

/**
 * The movements that make up the change of an escrow's balance. The transfers that the transaction executed tell them
 * exactly, down to a swap that pays into the escrow in the same transaction; they count when they add up to the change.
 * Where they do not (a mint that keeps a fee, instructions that were not recorded) the balances of the other accounts
 * tell what they can.
 */
export function movementsOf(transaction: Transaction, escrow: number, held: HeldAmount): Movement[] {
  const delta = held.after - held.before;
  const transfers = transfersOf(transaction, escrow);
  const told = transfers.reduce((sum, { incoming, amount }) => sum + (incoming ? amount : -amount), 0n);
  if (told !== delta) return fromBalances(transaction, escrow, held);
  return transfers.map((transfer) => fromTransfer(transaction, transfer, held.mint));
}

function fromTransfer(
  transaction: Transaction,
  { incoming, other, amount }: Transfer,
  mint: Uint8Array,
): Movement {
  const wallet = ownerOf(transaction, other, incoming);
  return {
    direction: incoming ? 'in' : 'out',
    account: transaction.accountKeys[other],
    wallet,
    mint,
    amount,
  };
}

/**
 * Accounts of the mint whose balance moved the other way. When they moved exactly as much, or only one of them can have
 * taken part, they are named; a part that no account explains, or that several could, has no wallet.
 */
function fromBalances(
  transaction: Transaction,
  escrow: number,
  { mint, before, after }: HeldAmount,
): Movement[] {
  if (before === after) return [];
  const incoming = after > before;
  const direction = incoming ? 'in' : 'out';
  const total = incoming ? after - before : before - after;
  const others = opposites(transaction, { escrow, mint, incoming });
  const known = others.reduce((sum, { amount }) => sum + amount, 0n);
  const movement = (index: number | undefined, amount: bigint): Movement => {
    if (index === undefined) return { direction, account: undefined, wallet: undefined, mint, amount };
    const account = transaction.accountKeys[index];
    return { direction, account, wallet: ownerOf(transaction, index, incoming), mint, amount };
  };
  const [first, ...rest] = others;
  if (known > total) {
    return [movement(rest.length === 0 ? first?.index : undefined, total)];
  }
  const named = others.map(({ index, amount }) => movement(index, amount));
  return known < total ? [...named, movement(undefined, total - known)] : named;
}

interface Opposite {
  readonly index: number;
  readonly amount: bigint;
}

function opposites(
  { accountKeys, preTokenBalances, postTokenBalances }: Transaction,
  { escrow, mint, incoming }: { escrow: number; mint: Uint8Array; incoming: boolean },
): Opposite[] {
  const amountOf = (balances: readonly TokenBalance[], index: number): bigint => {
    const balance = balanceAt(balances, index);
    return balance && sameBytes(balance.mint, mint) ? balance.amount : 0n;
  };
  return accountKeys.flatMap((_, index) => {
    if (index === escrow) return [];
    const grown = amountOf(postTokenBalances, index) - amountOf(preTokenBalances, index);
    const amount = incoming ? -grown : grown;
    return amount > 0n ? [{ index, amount }] : [];
  });
}

/** Who owned the account when it gave, or owns it once it received; the other moment where only that is known. */
function ownerOf(
  { preTokenBalances, postTokenBalances }: Transaction,
  index: number,
  gave: boolean,
): Uint8Array | undefined {
  const before = balanceAt(preTokenBalances, index)?.owner;
  const after = balanceAt(postTokenBalances, index)?.owner;
  return gave ? (before ?? after) : (after ?? before);
}

function balanceAt(balances: readonly TokenBalance[], index: number): TokenBalance | undefined {
  return balances.find(({ accountIndex }) => accountIndex === index);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
