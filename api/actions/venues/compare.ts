import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT, type Outflow, outflowsByMint } from '../../../core/rules/moves.ts';
import type { Accounts } from './accounts.ts';
import { takenOver, writesBeyond } from './authority.ts';
import { holdingsOf } from './holdings.ts';
import { rentKept } from './native-rent.ts';

/** What a transaction may do to a wallet. */
export interface Allowed {
  readonly wallet: Pubkey;
  readonly outflows: readonly Outflow[];
  /** The minimum that has to come in. */
  readonly minimum: Outflow | undefined;
  /** Programs of the venue, whose accounts may belong to the wallet. */
  readonly programs: readonly Pubkey[];
}

/** A built transaction, whose network fee is known. */
export interface Charged extends Allowed {
  /** Lamports. */
  readonly networkFee: bigint;
}

/** Why accounts before and after a transaction show more or less than allowed; undefined if they do not. */
export function beyondAllowed(before: Accounts, after: Accounts, allowed: Charged): string | undefined {
  return (
    writesBeyond(allowed.wallet, before, allowed.programs) ??
    takenOver(before, after, allowed.wallet) ??
    beyondBalances(before, after, allowed)
  );
}

/** Of each mint no more leaves than planned, and no less of the promised one comes in, to the base unit. */
function beyondBalances(before: Accounts, after: Accounts, allowed: Charged): string | undefined {
  const { wallet, outflows, minimum, networkFee } = allowed;
  const planned = outflowsByMint(outflows);
  const [had, has] = [holdingsOf(wallet, before), holdingsOf(wallet, after)];
  for (const mint of new Set([...had.keys(), ...(minimum ? [minimum.mint] : [])])) {
    const rent = mint === NATIVE_MINT ? rentOf(before, after, allowed) : 0n;
    const most = (planned.get(mint) ?? 0n) + (mint === NATIVE_MINT ? networkFee : 0n);
    const change = (has.get(mint) ?? 0n) - (had.get(mint) ?? 0n) + rent;
    if (minimum?.mint === mint && change + most < minimum.amount) {
      return `${change + most} base units of ${mint} would come in, and not ${minimum.amount}`;
    }
    if (minimum?.mint !== mint && -change > most) {
      return `${-change} base units of ${mint} would leave the wallet, and no more than ${most} may`;
    }
  }
  return undefined;
}

/** If native coin is promised, only rent of the wallet's own token accounts may be subtracted. */
function rentOf(before: Accounts, after: Accounts, { wallet, minimum, programs }: Charged): bigint {
  return rentKept(before, after, { wallet, programs: minimum?.mint === NATIVE_MINT ? [] : programs });
}
