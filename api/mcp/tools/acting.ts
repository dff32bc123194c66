import type { Gated } from '../../../core/rules/gates.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Actor } from '../../actions/control/context.ts';

/** The agent of a credential, by one of its tools. */
export function actorOf({ owner, credentialId }: AgentPrincipal, tool: Gated): Actor {
  return { owner, agent: { credentialId, tool } };
}
