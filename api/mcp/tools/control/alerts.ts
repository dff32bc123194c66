import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { alertList, alertRequest, liquidationAlert } from '../../../../schemas/mcp/desk/records.ts';
import { listAlerts, setAlert } from '../../../actions/desk/records.ts';
import { defineOwnerTool, INDEX_READ, SETTING } from '../../catalogue/tool.ts';
import { deskOf } from './of-desk.ts';

const UNWATCHED =
  'No source of positions is known here, so nothing watches it and nobody is alerted by this service.';

export const setLiquidationAlertTool = defineOwnerTool({
  name: 'set_liquidation_alert',
  title: 'Set a liquidation alert',
  description:
    'Keeps the distance to liquidation at which the owner wants to hear of a position, one for each venue and market. It closes no position, and nothing here watches any: it is kept for an agent that does.',
  scope: 'manage',
  toolset: 'control',
  hints: SETTING,
  failures: ['VERSION_CONFLICT', 'RECORDS_FULL'],
  input: alertRequest,
  output: liquidationAlert,
  answer: (context, terms, caller) => setAlert(deskOf(context), caller, terms),
  inWords: ({ venue, market, distance_bps, version }) =>
    `The alert for ${market} at ${venue} is kept at ${distance_bps} basis points (version ${version}). ${UNWATCHED}`,
});

export const listLiquidationAlertsTool = defineOwnerTool({
  name: 'list_liquidation_alerts',
  title: 'Liquidation alerts',
  description: 'The liquidation alerts that are kept for the owner. Nothing here watches a position.',
  toolset: 'control',
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: alertList,
  answer: async (context, _input, caller) => ({ results: await listAlerts(deskOf(context), caller) }),
  inWords: ({ results }) =>
    [
      `${counted(results.length, 'alert')}. ${UNWATCHED}`,
      ...results.map(({ venue, market, distance_bps }) => `${market} at ${venue}: ${distance_bps} bps`),
    ].join('\n'),
});
