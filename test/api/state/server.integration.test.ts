import { describe } from 'vitest';
import { serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';
import { stateSuite } from './suite.ts';

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  stateSuite('state', serverDecisions);
});
