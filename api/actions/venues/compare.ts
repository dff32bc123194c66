import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_ALLOWANCE, NATIVE_MINT, type Outflow, outflowsByMint } from '../../../core/rules/moves.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import { holdingsOf, isRuledBy, tokenHolding } from './holdings.ts';

export type Accounts = ReadonlyMap<Pubkey, ChainAccount['held']>;

/** What a transaction may do to a wallet. */
export interface Allowed {
  readonly wallet: Pubkey;
  readonly outflows: readonly Outflow[];
  /** What has to come in at least. */
  readonly minimum: Outflow | undefined;
}

/** Why accounts before and after a transaction show more, or less, than is allowed; undefined where they do not. */
export function beyondAllowed(before: Accounts, after: Accounts, allowed: Allowed): string | undefined {
  return (
    takenOver(before, after, allowed.wallet) ??
    tooMuchOut(before, after, allowed) ??
    tooLittleIn(before, after, allowed)
  );
}

/** Whoever rules over an account can empty it later, whatever this transaction moves. */
function takenOver(before: Accounts, after: Accounts, wallet: Pubkey): string | undefined {
  const self = after.get(wallet);
  if (self !== undefined && (self.owner !== SYSTEM_PROGRAM_ID || self.data.length > 0)) {
    return 'it would give the wallet itself to a program';
  }
  for (const [address, held] of before) {
    if (isRuledBy(wallet, held)) return `it would write ${address}, which the wallet rules over`;
    const token = tokenHolding(held);
    const then = after.get(address);
    if (token?.owner !== wallet || then === undefined || then.lamports === 0n) continue;
    if (tokenHolding(then)?.owner !== wallet) return `it would give the token account ${address} away`;
  }
  for (const [address, held] of after) {
    const token = tokenHolding(held);
    if (token?.owner !== wallet) continue;
    const { delegate, delegated, closer } = tokenHolding(before.get(address)) ?? { delegated: 0n };
    if (token.delegate !== undefined && (token.delegate !== delegate || token.delegated > delegated)) {
      return `it would let somebody else spend from the token account ${address}`;
    }
    if (token.closer !== undefined && token.closer !== closer && token.closer !== wallet) {
      return `it would let somebody else close the token account ${address}`;
    }
  }
  return undefined;
}

function tooMuchOut(before: Accounts, after: Accounts, { wallet, outflows }: Allowed): string | undefined {
  const planned = outflowsByMint(outflows);
  const left = holdingsOf(wallet, after);
  for (const [mint, held] of holdingsOf(wallet, before)) {
    const out = held - (left.get(mint) ?? 0n);
    const most = (planned.get(mint) ?? 0n) + (mint === NATIVE_MINT ? NATIVE_ALLOWANCE : 0n);
    if (out > most) {
      return `${out} base units of ${mint} would leave the wallet, and no more than ${most} may`;
    }
  }
  return undefined;
}

function tooLittleIn(before: Accounts, after: Accounts, { wallet, minimum }: Allowed): string | undefined {
  if (minimum === undefined) return undefined;
  const { mint, amount } = minimum;
  const come = (holdingsOf(wallet, after).get(mint) ?? 0n) - (holdingsOf(wallet, before).get(mint) ?? 0n);
  // Fees and rent are paid out of what comes in of the native coin.
  const least = mint === NATIVE_MINT ? amount - NATIVE_ALLOWANCE : amount;
  return come >= least ? undefined : `${come} base units of ${mint} would come in, and not ${amount}`;
}
