import type { Oltp } from '../../core/oltp/port.ts';
import { type AgentWallets, createAgentWallets } from './agent-wallets.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { type AgentWalletConsents, createAgentWalletConsents } from './control/agent-wallet-consents.ts';
import { type CallDecisions, createCallDecisions } from './control/call-decisions.ts';
import { type ControlChanges, createControlChanges } from './control/changes.ts';
import { createOwnerGrants, type OwnerGrants } from './control/grants.ts';
import { createOwnerRequests, type OwnerRequests } from './control/owner-requests.ts';
import { createWalletControls, type WalletControls } from './control/wallet-control.ts';
import { createWatchedWallets, type WatchedWallets } from './control/watched-wallets.ts';
import { createKeyConfirmations, type KeyConfirmations } from './credentials/confirmations.ts';
import { type Credentials, createCredentials } from './credentials/credentials.ts';
import { type CredentialEvents, createCredentialEvents } from './credentials/events.ts';
import { createJournal, type Journal } from './desk/journal.ts';
import { createOwnerRecords, type OwnerRecords } from './desk/owner-records.ts';
import { createIntents, type Intents } from './intents/intents.ts';
import { createLaunchGate, type LaunchGate } from './launch-gate.ts';
import { createOperatorActions, type OperatorActions } from './operator-actions.ts';
import { type CodeGuesses, createCodeGuesses } from './pairings/code-guesses.ts';
import { createPairings, type Pairings } from './pairings/pairings.ts';
import { createPayouts, type Payouts } from './payouts/payouts.ts';
import { createStrategies, type Strategies } from './strategies/strategies.ts';
import { createSuggestions, type Suggestions } from './strategies/suggestions.ts';
import { createUnmatchedSettlements, type UnmatchedSettlements } from './unmatched-settlements.ts';
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts';

/** Everything that is decided rather than read from the chain. */
export interface State {
  readonly challenges: Challenges;
  readonly agentWallets: AgentWallets;
  readonly agentWalletConsents: AgentWalletConsents;
  readonly payouts: Payouts;
  readonly unmatchedSettlements: UnmatchedSettlements;
  readonly operatorActions: OperatorActions;
  readonly launchGate: LaunchGate;
  readonly credentials: Credentials;
  readonly credentialEvents: CredentialEvents;
  readonly keyConfirmations: KeyConfirmations;
  readonly pairings: Pairings;
  readonly codeGuesses: CodeGuesses;
  readonly walletControls: WalletControls;
  readonly controlChanges: ControlChanges;
  readonly ownerRequests: OwnerRequests;
  readonly ownerGrants: OwnerGrants;
  readonly watchedWallets: WatchedWallets;
  readonly callDecisions: CallDecisions;
  readonly webhooks: Webhooks;
  readonly intents: Intents;
  readonly ownerRecords: OwnerRecords;
  readonly journal: Journal;
  readonly strategies: Strategies;
  readonly suggestions: Suggestions;
}

export function createState(oltp: Oltp): State {
  return {
    challenges: createChallenges(oltp),
    agentWallets: createAgentWallets(oltp),
    agentWalletConsents: createAgentWalletConsents(oltp),
    payouts: createPayouts(oltp),
    unmatchedSettlements: createUnmatchedSettlements(oltp),
    operatorActions: createOperatorActions(oltp),
    launchGate: createLaunchGate(oltp),
    credentials: createCredentials(oltp),
    credentialEvents: createCredentialEvents(oltp),
    keyConfirmations: createKeyConfirmations(oltp),
    pairings: createPairings(oltp),
    codeGuesses: createCodeGuesses(oltp),
    walletControls: createWalletControls(oltp),
    controlChanges: createControlChanges(oltp),
    ownerRequests: createOwnerRequests(oltp),
    ownerGrants: createOwnerGrants(oltp),
    watchedWallets: createWatchedWallets(oltp),
    callDecisions: createCallDecisions(oltp),
    webhooks: createWebhooks(oltp),
    intents: createIntents(oltp),
    ownerRecords: createOwnerRecords(oltp),
    journal: createJournal(oltp),
    strategies: createStrategies(oltp),
    suggestions: createSuggestions(oltp),
  };
}
