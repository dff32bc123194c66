import type { Move } from '../../../core/rules/moves.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import type { Spent } from '../../state/intents/spent.ts';
import type { IntentsContext } from './context.ts';

/** What daily limits are checked against; undefined, with nothing read, if none applies to the move. */
export async function spentBeside(
  context: () => Pick<IntentsContext, 'intents' | 'clock'>,
  { limits }: Pick<WalletControl, 'limits'>,
  { owner, move }: { readonly owner: string; readonly move: Move | undefined },
): Promise<Spent | undefined> {
  const limited = limits.filter(({ perDay }) => perDay !== null).map(({ mint }) => mint);
  const isLimited = move?.outflows.some(({ mint }) => limited.includes(mint));
  if (!isLimited) return undefined;
  const { intents, clock } = context();
  return intents.spent(owner, clock.now());
}
