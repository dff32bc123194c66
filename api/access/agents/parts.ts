import type { EndedSessions } from '../../state/ended-sessions.ts';
import type { AgentAccess } from './principal.ts';
import type { CredentialRates } from './rates.ts';

/** The dependencies of the agents' endpoints. */
export interface AgentParts {
  readonly access: AgentAccess;
  readonly rates: CredentialRates;
  /** Seals the ids of sessions; the same in every process over the store. */
  readonly sessionKey: Uint8Array;
  readonly endedSessions: EndedSessions;
  /** Called for each credential that this process revokes or rotates. @returns a function that unsubscribes */
  readonly whenRevoked: (listener: (credentialId: string) => void) => () => void;
}
