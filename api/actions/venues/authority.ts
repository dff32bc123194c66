import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_2022_KIND } from '../../../idl/spl-token.ts';
import {
  type Accounts,
  type Held,
  isTokenAccount,
  ownersExtensions,
  type TokenHolding,
  tokenHolding,
} from './holdings.ts';

/** Whether an account's data contains a wallet's address. */
export function names({ data }: NonNullable<Held>, wallet: Pubkey): boolean {
  return Buffer.from(data).includes(Buffer.from(pubkeyBytes(wallet)));
}

/**
 * Why a transaction must not be written: it could change an account that names the wallet and is neither one of its
 * token accounts nor of the venue's own programs, such as mints, stakes, nonces, names and positions elsewhere.
 */
export function writesBeyond(
  wallet: Pubkey,
  writable: Accounts,
  programs: readonly Pubkey[],
): string | undefined {
  for (const [address, held] of writable) {
    if (held === undefined || address === wallet || isTokenAccount(held)) continue;
    if (programs.includes(held.owner) || !names(held, wallet)) continue;
    return `it could change the account ${address}, which names the wallet and is not the venue's`;
  }
  return undefined;
}

/** The wallet's signature would count for everything that its multisig owns. */
export function usesMultisig(wallet: Pubkey, accounts: Accounts): string | undefined {
  for (const [address, held] of accounts) {
    const tokens = held?.owner === TOKEN_PROGRAM_ID || held?.owner === TOKEN_2022_PROGRAM_ID;
    if (held === undefined || !tokens || held.data.length !== TOKEN_2022_KIND.multisigSize) continue;
    if (names(held, wallet)) return `it would sign for ${address}, a multisig that the wallet belongs to`;
  }
  return undefined;
}

/** Whoever controls an account can empty it later, whatever this transaction moves. */
export function takenOver(before: Accounts, after: Accounts, wallet: Pubkey): string | undefined {
  const self = after.get(wallet);
  if (self !== undefined && (self.owner !== SYSTEM_PROGRAM_ID || self.data.length > 0)) {
    return 'it would give the wallet itself to a program';
  }
  for (const [address, held] of before) {
    const then = after.get(address);
    if (tokenHolding(held)?.owner !== wallet || then === undefined || then.lamports === 0n) continue;
    if (tokenHolding(then)?.owner !== wallet) return `it would give the token account ${address} away`;
    if (held !== undefined && ownersExtensions(held.data) !== ownersExtensions(then.data)) {
      return `it would change the extensions of the token account ${address}`;
    }
  }
  for (const [address, held] of after) {
    const token = tokenHolding(held);
    if (token?.owner !== wallet) continue;
    const reason = lentOut(token, tokenHolding(before.get(address)), wallet);
    if (reason !== undefined) return `it would ${reason} the token account ${address}`;
  }
  return undefined;
}

function lentOut(token: TokenHolding, earlier: TokenHolding | undefined, wallet: Pubkey): string | undefined {
  const { delegate, delegated, closer, frozen } = earlier ?? { delegated: 0n, frozen: false };
  if (token.delegate !== undefined && (token.delegate !== delegate || token.delegated > delegated)) {
    return 'let somebody else spend from';
  }
  if (token.closer !== undefined && token.closer !== closer && token.closer !== wallet) {
    return 'let somebody else close';
  }
  return token.frozen && !frozen ? 'freeze' : undefined;
}
