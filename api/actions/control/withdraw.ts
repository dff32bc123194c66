import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { AgentWalletWithdrawnAnswer } from '../../../schemas/rest/owner-grants.ts';
import type { ControlContext } from './context.ts';
import { agentWalletKind } from './kinds/grants.ts';

/**
 * Lets an agent wallet leave its owner. Everything that it consented to before is void, for every owner: it acts for
 * nobody until it signs a new consent. @throws AGENT_WALLET_IDLE
 */
export async function withdrawAgentWallet(
  { agentWallets, clock }: ControlContext,
  wallet: Pubkey,
): Promise<AgentWalletWithdrawnAnswer> {
  const { owner, voided } = await agentWallets.withdraw(wallet, agentWalletKind.name, clock.now());
  if (owner === undefined && voided === 0) throw new LaunchlensError('AGENT_WALLET_IDLE', { wallet });
  return { wallet, owner: owner ?? null, voided };
}
