import type { Oltp } from '../../core/oltp/port.ts';
import { createAlertWatches } from './agent-records/alert-watches.ts';
import { createJournal } from './agent-records/journal.ts';
import { createOwnerRecords } from './agent-records/owner-records.ts';
import { createAgentWallets } from './agent-wallets.ts';
import { createBacktests } from './backtests.ts';
import { createChallenges, createKeyConfirmations } from './challenges.ts';
import { createAgentWalletConsents } from './control/agent-wallet-consents.ts';
import { createCallDecisions } from './control/call-decisions.ts';
import { createControlChanges } from './control/changes.ts';
import { createOwnerGrants } from './control/grants.ts';
import { createOwnerRequests } from './control/owner-requests.ts';
import { createWalletControls } from './control/wallet-control.ts';
import { createWatchedWallets } from './control/watched-wallets.ts';
import { createCredentials } from './credentials/credentials.ts';
import { createCredentialEvents } from './credentials/events.ts';
import { createIntents } from './intents/intents.ts';
import { createLaunchGate } from './launch-gate.ts';
import { createOperatorActions } from './operator-actions.ts';
import { createCodeGuesses } from './pairings/code-guesses.ts';
import { createPairings } from './pairings/pairings.ts';
import { createPayouts } from './payouts/payouts.ts';
import { createStrategies } from './strategies/strategies.ts';
import { createSuggestions } from './strategies/suggestions.ts';
import { createUnmatchedSettlements } from './unmatched-settlements.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** Everything that is decided rather than read from the chain. */
export type State = ReturnType<typeof createState>;

export function createState(oltp: Oltp) {
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
    alertWatches: createAlertWatches(oltp),
    journal: createJournal(oltp),
    backtests: createBacktests(oltp),
    strategies: createStrategies(oltp),
    suggestions: createSuggestions(oltp),
  };
}
