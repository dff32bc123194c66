import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type Outflow, outflowsByMint } from '../../../core/rules/moves.ts';
import { MOST_RENT, NATIVE_MINT, rentExemption } from '../../../core/rules/native-coin.ts';
import { names, takenOver, writesBeyond } from './authority.ts';
import { type Accounts, type Held, holdingsOf, isWrapped, tokenHolding } from './holdings.ts';

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

export interface RentBounds {
  readonly wallet: Pubkey;
  /** Programs whose new accounts may take rent from the wallet if they name it. */
  readonly programs: readonly Pubkey[];
}

/**
 * How much more rent the wallet has in accounts after a transaction than before; negative if it lost some. This includes
 * its token accounts, and accounts of the venue's programs that name the wallet. An account counts up to its rent
 * exemption, because the owner may never get back an excess.
 */
function rentKept(before: Accounts, after: Accounts, { wallet, programs }: RentBounds): bigint {
  let [added, lost] = [0n, 0n];
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    if (address === wallet) continue;
    const [then, now] = [before.get(address), after.get(address)];
    const had = tokenRent(wallet, then);
    const change = isVenueAccount(now, { wallet, programs })
      ? atLeastZero(exempting(now) - (then?.lamports ?? 0n))
      : smaller(tokenRent(wallet, now), larger(had, exempting(now))) - had;
    if (change > 0n) added += change;
    else lost -= change;
  }
  return smaller(added, MOST_RENT) - lost;
}

/** Lamports of a wallet's token account; those of wrapped native coin are holdings, not rent. */
function tokenRent(wallet: Pubkey, held: Held): bigint {
  const token = tokenHolding(held);
  return held !== undefined && token?.owner === wallet && !isWrapped(held, token) ? held.lamports : 0n;
}

function isVenueAccount(held: Held, { wallet, programs }: RentBounds): boolean {
  return held !== undefined && programs.includes(held.owner) && names(held, wallet);
}

function exempting(held: Held): bigint {
  return held === undefined ? 0n : smaller(held.lamports, rentExemption(held.data.length));
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const atLeastZero = (value: bigint): bigint => larger(value, 0n);
