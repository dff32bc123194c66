import { size } from '../../../schemas/reads/argument.ts';
import { listAlertRows } from '../../actions/alerts/alerts.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { listJournals } from '../../actions/strategies/journals.ts';
import { defineRoute, type Route } from '../route.ts';
import { beforeRow } from '../row-pages.ts';
import { SIGNED_IN } from './wallet-control.ts';

export const STRATEGY_ROUTES: readonly Route[] = [
  defineRoute({
    tag: 'Strategies',
    method: 'GET',
    path: '/liquidation-alerts/',
    operationId: 'listLiquidationAlerts',
    summary: 'List your liquidation alerts and what was seen',
    description:
      'Newest first. Agents set them. Each says whether its position is watched, what the last look saw, and when you were told.',
    queryParameters: { limit: size(1, 100, 50, 'Most alerts of the answer.'), before: beforeRow },
    answer: 'LiquidationAlertsAnswer',
    errors: SIGNED_IN,
    handle: {
      signedIn: ({ agentRecords }, caller, { query }) => listAlertRows(agentRecords, ownerOf(caller), query),
    },
  }),
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
