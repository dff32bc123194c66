import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type DecisionStore, embeddedDecisions, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';
import { grantsSuite } from './guardrails/grants.ts';
import { requestsSuite } from './guardrails/requests.ts';
import { settingsSuite } from './guardrails/settings.ts';
import { stopsSuite } from './guardrails/stops.ts';
import { guarded } from './support/guarded.ts';

/** What agents may do is decided alike over both stores. */
function guardrailSuite(open: () => Promise<DecisionStore>): void {
  const owners = guarded();
  let store: DecisionStore | undefined;
  beforeAll(async () => {
    store = await open();
    await owners.open(store.oltp);
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });
  beforeEach(() => owners.nextOwner());

  stopsSuite(owners);
  requestsSuite(owners);
  settingsSuite(owners);
  grantsSuite(owners);
}

describe('guardrails on the embedded store', () => guardrailSuite(embeddedDecisions));
describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => guardrailSuite(serverDecisions));
