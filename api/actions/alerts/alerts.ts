import type { z } from 'zod';
import { camelCased } from '../../../schemas/letter-case.ts';
import * as shapes from '../../../schemas/mcp/owner-records.ts';
import {
  type LiquidationAlertsAnswer,
  liquidationAlertRow,
} from '../../../schemas/rest/liquidation-alerts.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { type AlertWatch, watchAlert } from '../../state/agent-records/alert-watches.ts';
import type { OwnerRecord } from '../../state/agent-records/owner-records.ts';
import { type AgentRecordsContext, bodyOf, partOf, recordKind, writingOf } from '../agent-records/records.ts';
import { writerOf } from '../write.ts';
import { whyNotWatched } from './positions.ts';

type Of<Shape extends z.ZodType> = z.output<Shape>;
type Alert = OwnerRecord<Of<typeof shapes.alertTerms>>;
type Listing = Pick<AgentRecordsContext, 'records' | 'alertWatches' | 'venues'>;

const ALERTS = recordKind('liquidation_alert', shapes.alertTerms, {
  most: 100,
  one: 'an alert',
  many: 'liquidation alerts',
});

/** One alert per venue and market: a later one replaces it. @throws VERSION_CONFLICT, RECORDS_FULL */
export async function setAlert(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: Of<typeof shapes.alertRequest>,
): Promise<Of<typeof shapes.liquidationAlert>> {
  const name = JSON.stringify([terms.venue, terms.market]);
  const writing = { ...writingOf(agentRecords, caller), expectedVersion };
  const { records, venues } = agentRecords;
  const put = await records.put(ALERTS, writing, { name, body: terms }, (queries, id) =>
    watchAlert(queries, id, writing.now),
  );
  return alertAnswer(put, { venues, watch: undefined });
}

export async function listAlerts(
  { records, alertWatches, venues }: Listing,
  { owner }: AgentPrincipal,
  part: Of<typeof shapes.part>,
) {
  const [alerts, watches] = await Promise.all([records.list(ALERTS, owner), alertWatches.ofOwner(owner)]);
  return partOf(alerts, part, (alert) => alertAnswer(alert, { venues, watch: watches.get(alert.id) }));
}

export interface AlertRows {
  readonly limit: number;
  /** Continues after this one. */
  readonly before?: string | undefined;
}

/** The alerts of an owner, newest first. */
export async function listAlertRows(
  { records, alertWatches, venues }: Listing,
  owner: string,
  { limit, before }: AlertRows,
): Promise<LiquidationAlertsAnswer> {
  const [alerts, watches] = await Promise.all([records.list(ALERTS, owner), alertWatches.ofOwner(owner)]);
  const newest = alerts.toReversed();
  const offset = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1;
  return partOf(newest, { limit, offset }, (alert) =>
    writeRow({ ...alert, ...factsOf(alert, { venues, watch: watches.get(alert.id) }) }),
  );
}

const writeAlert = writerOf(shapes.liquidationAlert);
const writeRow = writerOf(liquidationAlertRow);

interface Watching {
  readonly venues: AgentRecordsContext['venues'];
  readonly watch: AlertWatch | undefined;
}

function alertAnswer(alert: Alert, watching: Watching) {
  return writeAlert({ ...alert, ...factsOf(alert, watching), alertId: alert.id });
}

function factsOf({ body, version }: Alert, { venues, watch }: Watching) {
  const notWatchedBecause = whyNotWatched(venues, body.venue);
  // What was seen of an earlier version is about another distance.
  const current = watch?.watchedVersion === version ? watch : undefined;
  return {
    ...bodyOf(body),
    status: notWatchedBecause === undefined ? ('active' as const) : ('stored' as const),
    ...{ notWatchedBecause, alertedAt: current?.alertedAt },
    seen: current?.seen && camelCased(current.seen),
  };
}
