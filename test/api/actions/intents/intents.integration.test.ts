import { afterAll, beforeAll, describe } from 'vitest';
import { type DecisionStore, embeddedDecisions, serverDecisions } from '../../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../../support/postgres-server.ts';
import { followingSuite } from './suite/following.ts';
import { ownSuite } from './suite/own.ts';
import { proposingSuite } from './suite/proposing.ts';
import { tellingSuite } from './suite/telling.ts';
import { type IntentsUnderTest, intentsOver } from './suite/under-test.ts';

function suiteOver<Store extends DecisionStore>(
  open: () => Promise<Store>,
  beside: (store: Store) => Promise<DecisionStore['oltp']>,
): void {
  let store: Store | undefined;
  let under: IntentsUnderTest | undefined;
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the store under test is not open');
    return value;
  };
  beforeAll(async () => {
    store = await open();
    under = intentsOver(store.oltp);
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });
  const current = () => opened(under);
  const another = async () => intentsOver(await beside(opened(store)));
  proposingSuite(current, another);
  followingSuite(current, another);
  tellingSuite(current);
  ownSuite(current);
}

describe('intents in the embedded PostgreSQL', () => {
  suiteOver(embeddedDecisions, async ({ oltp }) => oltp);
});

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  suiteOver(serverDecisions, (store) => store.another());
});
