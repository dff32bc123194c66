import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/moves.ts';
import { TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { MINT, TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';

const NATIVE_DECIMALS = 9;
const INITIALIZED = 1;

type Held = ChainAccount['held'];

/** The decimals of a mint of the SPL Token program. @throws MINT_UNKNOWN, CHAIN_UNREADABLE */
export async function mintDecimals(chain: TransactionChain, mint: Pubkey): Promise<number> {
  const { held } = await chain.accounts([mint]);
  return decimalsOf(mint, held[0]);
}

/** @throws MINT_UNKNOWN */
export function decimalsOf(mint: Pubkey, held: Held): number {
  if (mint === NATIVE_MINT) return NATIVE_DECIMALS;
  const { data } = held ?? {};
  const isMint =
    held?.owner === TOKEN_PROGRAM_ID &&
    data?.length === MINT.size &&
    data[MINT.isInitializedAt] === INITIALIZED;
  const decimals = isMint ? data?.[MINT.decimalsAt] : undefined;
  if (decimals === undefined) throw new LaunchlensError('MINT_UNKNOWN', { mint });
  return decimals;
}

/** A wallet's token account balance of a mint; undefined for anything else. */
export function tokenBalance(
  held: Held,
  { mint, wallet }: { mint: Pubkey; wallet: Pubkey },
): bigint | undefined {
  if (held?.owner !== TOKEN_PROGRAM_ID || held.data.length !== TOKEN_ACCOUNT.size) return undefined;
  const view = Buffer.from(held.data);
  const keyAt = (at: number) => pubkeyFromBytes(view.subarray(at, at + 32));
  if (keyAt(TOKEN_ACCOUNT.mintAt) !== mint || keyAt(TOKEN_ACCOUNT.ownerAt) !== wallet) return undefined;
  if (view[TOKEN_ACCOUNT.stateAt] !== INITIALIZED) return undefined;
  return view.readBigUInt64LE(TOKEN_ACCOUNT.amountAt);
}

/** @throws AMOUNT_MALFORMED if the caller expects other decimals */
export function requireDecimals(mint: Pubkey, decimals: number, expected: number | undefined): void {
  if (expected === undefined || expected === decimals) return;
  const reason = `the mint ${mint} has ${decimals} decimals, not ${expected}`;
  throw new LaunchlensError('AMOUNT_MALFORMED', { name: 'decimals', reason });
}
