import type { Access } from '../access/access.ts';
import type { AgentParts } from '../access/agents/parts.ts';
import type { AgentRecordsContext } from './agent-records/records.ts';
import type { ClaimContext } from './claims/claim.ts';
import type { ControlContext } from './control/context.ts';
import type { IntentsContext } from './intents/context.ts';
import type { KeysContext } from './keys/context.ts';
import type { PairingContext } from './pairing/find.ts';
import type { SignInContext } from './sign-in/sign-in.ts';

export interface AccountContext {
  readonly access: Access;
  readonly signIn: SignInContext;
  readonly claims: ClaimContext;
  readonly agents: AgentParts;
  readonly pairing: PairingContext;
  readonly keys: KeysContext;
  readonly control: ControlContext;
  readonly agentRecords: AgentRecordsContext;
  readonly intents: IntentsContext;
}
