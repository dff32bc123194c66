import type { EndedSessions } from '../../state/ended-sessions.ts';
import type { AgentAccess } from './principal.ts';
import type { CredentialRates } from './rates.ts';

/** What the doors of agents stand on. */
export interface AgentParts {
  readonly access: AgentAccess;
  readonly rates: CredentialRates;
  /** Seals the ids of sessions; the same in every process over the store. */
  readonly sessionKey: Uint8Array;
  readonly endedSessions: EndedSessions;
  /** Told of each credential that this process revokes or rotates, as soon as it has. @returns what stops it */
  readonly whenRevoked: (listener: (credentialId: string) => void) => () => void;
}
