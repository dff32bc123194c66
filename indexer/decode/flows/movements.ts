import type { TokenBalance, Transaction } from '../../model/source.ts';
import { type Transfer, transfersOf } from './transfers.ts';

/** An amount that moved in or out of a followed account, and the account on the other side. */
export interface Movement {
  readonly direction: 'in' | 'out';
  /** The token account on the other side, and its owner; undefined if the transaction does not show it. */
  readonly account: Uint8Array | undefined;
  readonly wallet: Uint8Array | undefined;
  readonly mint: Uint8Array;
  readonly amount: bigint;
}

/** An account's balance of one mint before and after a transaction. */
export interface HeldAmount {
  readonly mint: Uint8Array;
  readonly before: bigint;
  readonly after: bigint;
}

/** One entry; two if the account was closed and reopened for another mint; none if it is not a token account. */
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
 * The movements that explain the change of an escrow's balance. The executed transfers show them exactly, even a
 * swap that pays into the escrow in the same transaction; they are used if they add up to the change. If not (a
 * mint with a transfer fee, instructions that were not recorded), the balances of the other accounts explain what
 * they can.
 */
export function movementsOf(transaction: Transaction, escrow: number, held: HeldAmount): Movement[] {
  const delta = held.after - held.before;
  const transfers = transfersOf(transaction, escrow);
  const net = transfers.reduce((sum, { incoming, amount }) => sum + (incoming ? amount : -amount), 0n);
  if (net !== delta) return fromBalances(transaction, escrow, held);
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
 * Accounts of the mint whose balance moved the other way. They are named if they moved exactly as much, or if
 * only one can have taken part. A part that no account explains, or that several could, has no wallet.
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

/** Who owned the account when it sent, or owns it after it received; the other moment if only that is known. */
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
