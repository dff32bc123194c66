import type { BlockWrites, NamedAccount } from '../model/block-writes.ts';
import type { SlotWriters } from '../model/slot-writers.ts';

/** The last transaction that could write an account, and its lamports before the first and after the last. */
interface Written extends Pick<NamedAccount, 'lamports'> {
  readonly signature: string;
}

export interface FollowedKeys {
  /** The program, base58. */
  readonly program: string;
  /** Escrow token accounts, base58: their movements are stored. */
  readonly escrows: ReadonlySet<string>;
  /** The token account that pays rewards, base58: its outgoing transfers are stored. */
  readonly treasury?: string | undefined;
  /** Movements from this slot on are stored; a snapshot does not show those of its own slot. */
  readonly flowsFrom: bigint;
  /** Whether the index has ever known an account, base58. */
  readonly knows: (key: string) => boolean;
}

/**
 * Why a block does not prove that the index has everything that its transactions wrote; undefined if it does. A
 * node names every account that a transaction may write, with the signature of the last transaction in the slot.
 * So for each followed account the index must have the write of the last transaction that could write it, or a
 * state read at the slot, and it must have each movement of an escrow or out of the treasury. An unknown account
 * may be one of the program that never arrived: if a transaction names the program and such an account, and it is
 * neither a signer nor a token account, the index must have it as well. What existed neither before nor after the
 * slot may be missing.
 */
export function unprovenBy(
  slot: bigint,
  block: BlockWrites,
  held: SlotWriters | undefined,
  followed: FollowedKeys,
): string | undefined {
  for (const { signature, accounts } of slot < followed.flowsFrom ? [] : block.transactions) {
    const moved = accounts.find((account) => account.writable && isMovement(account, followed));
    if (moved && !held?.movements.has(signature)) return `a movement of ${moved.key} is missing`;
  }
  for (const [key, { signature, lamports }] of writtenIn(block, held, followed)) {
    if (lamports.before === 0n && lamports.after === 0n) continue;
    const writer = held?.accounts.get(key);
    const stands = writer === undefined ? held?.accounts.has(key) : writer === signature;
    if (!stands) return `a write to ${key} is missing`;
  }
  return undefined;
}

/** By key, what a block's transactions did to accounts that the index follows, or that may be the program's. */
function writtenIn(
  { transactions }: BlockWrites,
  held: SlotWriters | undefined,
  { program, knows }: FollowedKeys,
): ReadonlyMap<string, Written> {
  const written = new Map<string, Written>();
  for (const { signature, accounts } of transactions) {
    const ours = accounts.some(({ key }) => key === program);
    for (const account of accounts) {
      const { key, writable, lamports } = account;
      const concerns = knows(key) || held?.accounts.has(key) || (ours && mayBelong(account));
      if (!writable || !concerns) continue;
      const { before } = written.get(key)?.lamports ?? lamports;
      written.set(key, { signature, lamports: { before, after: lamports.after } });
    }
  }
  return written;
}

function isMovement({ key, tokens }: NamedAccount, { escrows, treasury }: FollowedKeys): boolean {
  if (!tokens) return false;
  return (
    (escrows.has(key) && tokens.before !== tokens.after) || (key === treasury && tokens.after < tokens.before)
  );
}

/** The program's accounts have derived addresses, which cannot sign. */
function mayBelong({ signer, tokens }: NamedAccount): boolean {
  return !signer && tokens === undefined;
}
