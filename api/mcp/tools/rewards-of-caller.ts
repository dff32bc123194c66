import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Caller } from '../../access/caller.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { ToolContext } from '../catalogue/tool.ts';

/** Credentials are kept where rewards are read too, so a call that has one finds them. */
export function rewardsOf({ rewards }: ToolContext): RewardsContext {
  if (rewards === undefined) throw new LaunchlensError('INTERNAL', {});
  return rewards;
}

/** An agent asks about its owner's wallet, and about no more than its owner may. */
export function callerOf({ owner }: AgentPrincipal): Caller {
  return { wallet: owner, how: 'agent' };
}
