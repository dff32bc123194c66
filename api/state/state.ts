import type { Oltp } from '../../core/oltp/port.ts';
import { type AgentWallets, createAgentWallets } from './agent-wallets.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { createOperatorActions, type OperatorActions } from './operator-actions.ts';
import { createPayouts, type Payouts } from './payouts/payouts.ts';
import { createUnmatchedSettlements, type UnmatchedSettlements } from './unmatched-settlements.ts';

/** Everything that is decided rather than read from the chain. */
export interface State {
  readonly challenges: Challenges;
  readonly agentWallets: AgentWallets;
  readonly payouts: Payouts;
  readonly unmatchedSettlements: UnmatchedSettlements;
  readonly operatorActions: OperatorActions;
}

export function createState(oltp: Oltp): State {
  return {
    challenges: createChallenges(oltp),
    agentWallets: createAgentWallets(oltp),
    payouts: createPayouts(oltp),
    unmatchedSettlements: createUnmatchedSettlements(oltp),
    operatorActions: createOperatorActions(oltp),
  };
}
