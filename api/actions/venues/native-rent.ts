import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { MOST_RENT, rentExemption } from '../../../core/rules/moves.ts';
import type { Accounts, Held } from './accounts.ts';
import { names } from './authority.ts';
import { isWrapped, tokenHolding } from './holdings.ts';

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
export function rentKept(before: Accounts, after: Accounts, { wallet, programs }: RentBounds): bigint {
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
