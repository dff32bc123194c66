import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Caller, RewardAccess } from './context.ts';

/**
 * The wallet that a caller asks about: its own unless it names one. What it may not see is refused in the same words
 * whether there is such a wallet or not.
 * @throws WALLET_NOT_BOUND, WALLET_NOT_OWNED
 */
export async function walletOf(
  access: Pick<RewardAccess, 'ownsAgent'>,
  { wallet: own }: Caller,
  named: string | undefined,
): Promise<Pubkey> {
  if (own === undefined) throw new LaunchlensError('WALLET_NOT_BOUND', {});
  if (named === undefined || named === own) return own;
  if (isPubkey(named) && (await access.ownsAgent(own, named))) return named;
  throw new LaunchlensError('WALLET_NOT_OWNED', {});
}
