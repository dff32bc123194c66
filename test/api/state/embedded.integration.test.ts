import { embeddedDecisions } from '../../support/decision-stores.ts';
import { stateSuite } from './suite.ts';

stateSuite('state in the embedded PostgreSQL', embeddedDecisions);
