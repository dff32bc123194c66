import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../../api/access/access.ts';
import { ownTokens } from '../../../api/access/tokens/own.ts';
import { createState } from '../../../api/state/state.ts';
import { systemClock as clock } from '../../../core/kernel/clock.ts';
import { type SharedDecisionStore, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';
import { testWallet } from '../../support/wallets.ts';
import {
  type AccountApi,
  NO_AGENTS,
  NO_CLAIMS,
  NO_ENDED_SESSIONS,
  openAccountApi,
} from '../support/account-api.ts';

const wallet = testWallet('owner');

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let store: SharedDecisionStore;
  let api: AccountApi;
  beforeAll(async () => {
    store = await serverDecisions();
    const { challenges, agentWallets } = createState(store.oltp);
    const expected = { issuer: undefined, audience: undefined, clock };
    const tokens = ownTokens('a secret of more than thirty-two characters', expected);
    const place = () => ({ domain: 'launchlens.example', uri: 'https://launchlens.example' });
    api = openAccountApi({
      access: createAccess({
        ...{ tokens, agentWallets, endedSessions: NO_ENDED_SESSIONS },
        agents: NO_AGENTS.agents.access,
      }),
      signIn: {
        challenges,
        endedSessions: NO_ENDED_SESSIONS,
        issuer: tokens,
        place,
        chainId: 'devnet',
        clock,
      },
      claims: NO_CLAIMS,
      ...NO_AGENTS,
    });
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });
  const challenge = () => api.post('/auth/challenge/', { wallet_address: wallet.address });

  test('that goes away is told as 503 without a word of where it is, and served again once it is back', async () => {
    const { json } = await challenge();
    await store.server.stop();

    const away = await challenge();
    expect([away.status, away.json, away.headers['retry-after']]).toEqual([
      503,
      {
        detail: 'The PostgreSQL store cannot be read or written right now. Try again shortly.',
        code: 'decisions_unreachable',
      },
      '1',
    ]);

    await store.server.start();
    expect((await challenge()).status).toBe(200);
    // What was issued before the outage is still good
    const signed = { message: json.message, signature: wallet.sign(json.message) };
    expect((await api.post('/auth/sign-in/', signed)).status).toBe(200);
  });
});
