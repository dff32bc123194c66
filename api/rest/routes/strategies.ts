import { size } from '../../../schemas/reads/argument.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { listJournals } from '../../actions/strategies/journals.ts';
import { defineRoute, type Route } from '../route.ts';
import { beforeRow } from '../row-pages.ts';
import { SIGNED_IN } from './wallet-control.ts';

export const STRATEGY_ROUTES: readonly Route[] = [
  defineRoute({
    tag: 'Strategies',
    method: 'GET',
    path: '/strategies/',
    operationId: 'listStrategyJournals',
    summary: 'List your strategies and what they did',
    description:
      'Newest first. Each step says what was seen, at which price, by which source and when, and became an intent or was refused.',
    queryParameters: { limit: size(1, 50, 50, 'Most strategies of the answer.'), before: beforeRow },
    answer: 'StrategyJournalsAnswer',
    errors: SIGNED_IN,
    handle: {
      signedIn: ({ agentRecords }, caller, { query }) => listJournals(agentRecords, ownerOf(caller), query),
    },
  }),
];
