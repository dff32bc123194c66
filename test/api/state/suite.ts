import { afterAll, beforeAll, describe } from 'vitest';
import { createState, type State } from '../../../api/state/state.ts';
import type { DecisionStore } from '../../support/decision-stores.ts';
import { agentAccessSuite } from './suite/agent-access.ts';
import { agentWalletSuite } from './suite/agent-wallets.ts';
import { callDecisionSuite } from './suite/call-decisions.ts';
import { challengeSuite } from './suite/challenges.ts';
import { credentialSuite } from './suite/credentials.ts';
import { endedSessionSuite } from './suite/ended-sessions.ts';
import { launchGateSuite } from './suite/launch-gate.ts';
import { outboxSuite } from './suite/outbox.ts';
import { pairingSuite } from './suite/pairings.ts';
import { payoutSuite } from './suite/payouts.ts';
import { recordSuite } from './suite/records.ts';
import { serverKeySuite } from './suite/server-keys.ts';
import { webhookSuite } from './suite/webhooks.ts';

/** What is decided, over one backing. */
export function stateSuite(name: string, open: () => Promise<DecisionStore>): void {
  describe(name, () => {
    let store: DecisionStore | undefined;
    let state: State | undefined;
    beforeAll(async () => {
      store = await open();
      state = createState(store.oltp);
    });
    afterAll(async () => {
      await store?.[Symbol.asyncDispose]();
    });
    const current = (): State => {
      if (!state) throw new Error('the state under test is not open');
      return state;
    };

    const opened = (): DecisionStore => {
      if (!store) throw new Error('the store under test is not open');
      return store;
    };

    challengeSuite(current);
    agentWalletSuite(current, () => opened().oltp);
    payoutSuite(current);
    recordSuite(current);
    credentialSuite(current, () => opened().oltp);
    pairingSuite(current);
    agentAccessSuite(current);
    endedSessionSuite(() => opened().oltp);
    callDecisionSuite(() => opened().oltp);
    launchGateSuite(current, () => opened().oltp);
    outboxSuite(current, () => opened().oltp);
    webhookSuite(current, () => opened().oltp);
    serverKeySuite(() => opened().oltp);
  });
}
