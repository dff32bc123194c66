import type { BlockWrites, NamedAccount } from '../model/block-writes.ts';
import type { SlotWriters } from '../model/slot-writers.ts';

export interface FollowedKeys {
  /** The program, base58. */
  readonly program: string;
  /** Escrow token accounts, base58: what they move is kept. */
  readonly escrows: ReadonlySet<string>;
  /** The token account that rewards are paid from, base58: what leaves it is kept. */
  readonly treasury?: string | undefined;
  /** Movements of this slot and later ones are kept; no snapshot shows those of its own. */
  readonly flowsFrom: bigint;
  /** Whether the index has ever known an account, base58. */
  readonly knows: (key: string) => boolean;
}

/**
 * What keeps a block from proving that the index has everything that its transactions wrote; undefined when nothing
 * does. A node tells every account that a transaction may write, with the signature of the last transaction in the slot;
 * so each followed one must stand in the index by the last transaction that could write it, or as it was read as of the
 * slot, and each movement of an escrow or out of the treasury must be there. An account that nobody knows can be one of
 * the program that never came: where a transaction names the program and such an account, and it is neither a signer
 * nor a token account, nothing is proven.
 */
export function unprovenBy(
  slot: bigint,
  block: BlockWrites,
  held: SlotWriters | undefined,
  followed: FollowedKeys,
): string | undefined {
  const { program, knows, flowsFrom } = followed;
  const last = new Map<string, string>();
  for (const { signature, accounts } of block.transactions) {
    const ours = accounts.some(({ key }) => key === program);
    for (const account of accounts) {
      const { key, writable } = account;
      if (!writable) continue;
      if (knows(key) || held?.accounts.has(key)) last.set(key, signature);
      else if (ours && mayBelong(account)) return `${key} is not known`;
      if (slot < flowsFrom || !isMovement(account, followed)) continue;
      if (!held?.movements.has(signature)) return `a movement of ${key} is missing`;
    }
  }
  for (const [key, signature] of last) {
    const writer = held?.accounts.get(key);
    const stands = writer === undefined ? held?.accounts.has(key) : writer === signature;
    if (!stands) return `a write to ${key} is missing`;
  }
  return undefined;
}

function isMovement({ key, tokens }: NamedAccount, { escrows, treasury }: FollowedKeys): boolean {
  if (!tokens) return false;
  return (
    (escrows.has(key) && tokens.before !== tokens.after) || (key === treasury && tokens.after < tokens.before)
  );
}

/** The program's accounts have addresses of the program's making, which sign no message. */
function mayBelong({ signer, tokens }: NamedAccount): boolean {
  return !signer && tokens === undefined;
}
