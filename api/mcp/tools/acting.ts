import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Actor } from '../../actions/control/context.ts';

/** The agent of a credential, by one of its tools. @param tool its name */
export function actorOf({ owner, credentialId }: AgentPrincipal, tool: string): Actor {
  return { owner, agent: { credentialId, tool } };
}
