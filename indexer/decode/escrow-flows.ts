import type { Transaction } from '../model/source.ts';
import { type FlowKind, kindsOf } from './flows/kinds.ts';
import { heldAmounts, movementsOf } from './flows/movements.ts';

/** One movement of tokens in or out of a launch's escrow. */
export interface EscrowFlow {
  readonly launchId: bigint;
  /** Numbers the movements of one launch inside one transaction, in order. */
  readonly ordinal: number;
  readonly direction: 'in' | 'out';
  readonly kind: FlowKind;
  /** Owner of the token account on the other side; undefined if the transaction does not show it. */
  readonly wallet: Uint8Array | undefined;
  readonly mint: Uint8Array;
  /** Base units, never zero. */
  readonly amount: bigint;
}

export interface FlowRules {
  /** The escrow program. */
  readonly programId: Uint8Array;
  /** The launch whose escrow token account this key is, if any. */
  readonly launchOf: (key: Uint8Array) => bigint | undefined;
}

/**
 * Who moved how much in or out of a transaction's escrows. For each escrow, incoming minus outgoing is exactly
 * the change of its balance. The same transaction gives the same flows from any node that recorded the
 * instructions.
 */
export function escrowFlows(transaction: Transaction, rules: FlowRules): EscrowFlow[] {
  if (transaction.failed) return [];
  return transaction.accountKeys.flatMap((key, escrow) => {
    const launchId = rules.launchOf(key);
    return launchId === undefined ? [] : flowsOf(transaction, { escrow, launchId, rules });
  });
}

interface Followed {
  /** Index of the escrow among the transaction's keys. */
  readonly escrow: number;
  readonly launchId: bigint;
  readonly rules: FlowRules;
}

function flowsOf(transaction: Transaction, { escrow, launchId, rules }: Followed): EscrowFlow[] {
  const amounts = heldAmounts(transaction, escrow);
  const kindOf = kindsOf(transaction, {
    escrow,
    launchId,
    programId: rules.programId,
    emptied: amounts.every(({ after }) => after === 0n),
  });
  return amounts
    .flatMap((held) => movementsOf(transaction, escrow, held))
    .map((movement, ordinal) => {
      const { direction, wallet, mint, amount } = movement;
      return { launchId, ordinal, direction, kind: kindOf(movement), wallet, mint, amount };
    });
}
