import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import { explainError } from '../transactions/decode.ts';
import { unsignedTransaction } from '../transactions/message.ts';
import { type Accounts, type Held, holdingsOf } from './holdings.ts';

export interface Steadily {
  readonly wallet: Pubkey;
  readonly message: Uint8Array;
  /** Everything that the message can change. */
  readonly writable: readonly Pubkey[];
}

const ATTEMPTS = 3;

/**
 * Accounts before and after a simulated transaction. They are read again after the simulation, so that a concurrent
 * payment never counts for or against the transaction.
 * @throws SIMULATION_FAILED, CHAIN_UNREADABLE
 */
export async function simulateSteadily(
  chain: TransactionChain,
  { wallet, message, writable }: Steadily,
): Promise<{ readonly before: Accounts; readonly after: Accounts }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await chain.accounts(writable);
    const { error, accounts, slot } = await chain.simulate(unsignedTransaction(message), {
      accounts: writable,
    });
    if (error !== null) {
      throw new LaunchlensError('SIMULATION_FAILED', { reason: explainError(error, { instructions: [] }) });
    }
    const last = await chain.accounts(writable);
    const before = byAddress(writable, first.held);
    const ordered = first.slot <= slot && slot <= last.slot;
    if (ordered && isSame(holdingsOf(wallet, before), holdingsOf(wallet, byAddress(writable, last.held)))) {
      return { before, after: byAddress(writable, accounts ?? []) };
    }
  }
  const reason = 'the balances of the wallet change while a transaction is checked';
  throw new LaunchlensError('CHAIN_UNREADABLE', { reason });
}

export function byAddress(addresses: readonly Pubkey[], held: readonly Held[]): Accounts {
  return new Map(addresses.map((address, index) => [address, held[index]]));
}

function isSame(one: ReadonlyMap<Pubkey, bigint>, other: ReadonlyMap<Pubkey, bigint>): boolean {
  return one.size === other.size && [...one].every(([mint, amount]) => other.get(mint) === amount);
}
