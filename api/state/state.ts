import type { Oltp } from '../../core/oltp/port.ts';
import { type AgentWallets, createAgentWallets } from './agent-wallets.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { createKeyConfirmations, type KeyConfirmations } from './credentials/confirmations.ts';
import { type Credentials, createCredentials } from './credentials/credentials.ts';
import { type CredentialEvents, createCredentialEvents } from './credentials/events.ts';
import { createOperatorActions, type OperatorActions } from './operator-actions.ts';
import { type CodeGuesses, createCodeGuesses } from './pairings/code-guesses.ts';
import { createPairings, type Pairings } from './pairings/pairings.ts';
import { createPayouts, type Payouts } from './payouts/payouts.ts';
import { createUnmatchedSettlements, type UnmatchedSettlements } from './unmatched-settlements.ts';

/** Everything that is decided rather than read from the chain. */
export interface State {
  readonly challenges: Challenges;
  readonly agentWallets: AgentWallets;
  readonly payouts: Payouts;
  readonly unmatchedSettlements: UnmatchedSettlements;
  readonly operatorActions: OperatorActions;
  readonly credentials: Credentials;
  readonly credentialEvents: CredentialEvents;
  readonly keyConfirmations: KeyConfirmations;
  readonly pairings: Pairings;
  readonly codeGuesses: CodeGuesses;
}

export function createState(oltp: Oltp): State {
  return {
    challenges: createChallenges(oltp),
    agentWallets: createAgentWallets(oltp),
    payouts: createPayouts(oltp),
    unmatchedSettlements: createUnmatchedSettlements(oltp),
    operatorActions: createOperatorActions(oltp),
    credentials: createCredentials(oltp),
    credentialEvents: createCredentialEvents(oltp),
    keyConfirmations: createKeyConfirmations(oltp),
    pairings: createPairings(oltp),
    codeGuesses: createCodeGuesses(oltp),
  };
}
