import { hash } from 'node:crypto';
import type { Transaction } from '../../model/source.ts';
import type { Movement } from './movements.ts';

interface PledgeSeeds {
  readonly programId: Uint8Array;
  readonly launchId: bigint;
  readonly wallet: Uint8Array;
}

const PLEDGE = Buffer.from('pledge');
const MARKER = Buffer.from('ProgramDerivedAddress');
const LAUNCH_ID_AT = PLEDGE.length;
const WALLET_AT = LAUNCH_ID_AT + 8;
const BUMP_AT = WALLET_AT + 32;
const PROGRAM_AT = BUMP_AT + 1;

/**
 * Whether one of the keys is the address of the wallet's Pledge to the launch. Each bump costs a hash and a
 * comparison. Deriving the address would also check each bump against the curve, which costs a hundred times as
 * much and is unnecessary here: nobody can find seeds for a key that is not derived from them.
 */
function namesPledgeOf({ programId, launchId, wallet }: PledgeSeeds, keys: readonly Uint8Array[]): boolean {
  const preimage = Buffer.alloc(PROGRAM_AT + programId.length + MARKER.length);
  PLEDGE.copy(preimage);
  preimage.writeBigUInt64LE(launchId, LAUNCH_ID_AT);
  preimage.set(wallet, WALLET_AT);
  preimage.set(programId, PROGRAM_AT);
  MARKER.copy(preimage, PROGRAM_AT + programId.length);
  for (let bump = 255; bump >= 0; bump -= 1) {
    preimage[BUMP_AT] = bump;
    const address = hash('sha256', preimage, 'buffer');
    if (keys.some((key) => address.equals(key))) return true;
  }
  return false;
}

/**
 * `pledge` and `refund`: the escrow program ran on the escrow and on the wallet's own Pledge account.
 * `collection`: it ran on the escrow and on no Pledge, and left the escrow empty. `transfer`: anything else, such
 * as a gift.
 */
export type FlowKind = 'pledge' | 'refund' | 'collection' | 'transfer';

export interface KindFacts {
  /** Index of the escrow among the transaction's keys. */
  readonly escrow: number;
  readonly launchId: bigint;
  readonly programId: Uint8Array;
  /** Whether the escrow is empty after the transaction. */
  readonly emptied: boolean;
}

/**
 * Each account of an instruction is tried as a pledger, which costs hashes; instructions with more accounts than
 * this are skipped.
 */
const MAX_JUDGED = 32;

/** Determines the kind of each movement of one escrow from the transaction, without guessing. */
export function kindsOf(transaction: Transaction, facts: KindFacts): (movement: Movement) => FlowKind {
  const { launchId, programId } = facts;
  const runs = programRuns(transaction, facts);
  const pledgedBy = (wallet: Uint8Array): boolean =>
    runs.some((keys) => namesPledgeOf({ programId, launchId, wallet }, keys));
  const isCollection = (): boolean =>
    runs.length > 0 &&
    facts.emptied &&
    runs.every((keys) => keys.length <= MAX_JUDGED && !keys.some(pledgedBy));
  return ({ direction, wallet }) => {
    if (runs.length > 0 && wallet && pledgedBy(wallet)) return direction === 'in' ? 'pledge' : 'refund';
    return direction === 'out' && isCollection() ? 'collection' : 'transfer';
  };
}

/** The accounts of each instruction of the escrow program that names the escrow. */
function programRuns(
  { accountKeys, instructions }: Transaction,
  { escrow, programId }: KindFacts,
): (readonly Uint8Array[])[] {
  const program = accountKeys.findIndex((key) => Buffer.compare(key, programId) === 0);
  return instructions
    .filter((one) => one.program === program && one.accounts.includes(escrow))
    .map(({ accounts }) => Array.from(accounts).flatMap((index) => accountKeys[index] ?? []));
}
