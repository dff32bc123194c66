import type { z } from 'zod';
import {
  type AgentAnswer,
  type AlertAnswer,
  agentProfile,
  alertTerms,
  type CharterAnswer,
  charterTerms,
  type InstallAnswer,
  installReport,
} from '../../../schemas/mcp/desk/records.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { OwnerRecord, RecordKind } from '../../state/desk/owner-records.ts';
import { wireInstant } from '../wire.ts';
import { type DeskContext, writingOf } from './context.ts';

type Replacing = { readonly expected_version?: number | undefined };

const kind = <Shape extends z.ZodType>(
  name: string,
  body: Shape,
  rest: Pick<RecordKind<unknown>, 'most' | 'one' | 'many'>,
): RecordKind<z.output<Shape>> => ({ name, body: body as unknown as z.ZodType<z.output<Shape>>, ...rest });

const ALERTS = kind('liquidation_alert', alertTerms, {
  ...{ most: 100, one: 'an alert', many: 'liquidation alerts' },
});
const CHARTERS = kind('charter', charterTerms, { most: 1, one: 'a charter', many: 'charters' });
const AGENTS = kind('agent', agentProfile, { most: 50, one: 'an agent', many: 'agents' });
const INSTALLS = kind('install', installReport, {
  ...{ most: 500, one: 'an installation', many: 'installations' },
});
const THE_CHARTER = 'charter';

/** One alert per venue and market: a later one replaces it. @throws VERSION_CONFLICT, RECORDS_FULL */
export async function setAlert(
  desk: DeskContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: z.output<typeof alertTerms> & Replacing,
): Promise<AlertAnswer> {
  const name = JSON.stringify([terms.venue, terms.market]);
  const writing = { ...writingOf(desk, caller), expectedVersion };
  return alertAnswer(await desk.records.put(ALERTS, writing, name, terms));
}

export async function listAlerts(desk: DeskContext, { owner }: AgentPrincipal): Promise<AlertAnswer[]> {
  return (await desk.records.list(ALERTS, owner)).map(alertAnswer);
}

/** @throws VERSION_CONFLICT */
export async function setCharter(
  desk: DeskContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: z.output<typeof charterTerms> & Replacing,
): Promise<CharterAnswer> {
  const writing = { ...writingOf(desk, caller), expectedVersion };
  return charterAnswer(await desk.records.put(CHARTERS, writing, THE_CHARTER, terms));
}

export async function theCharter(
  desk: DeskContext,
  { owner }: AgentPrincipal,
): Promise<CharterAnswer | undefined> {
  const found = await desk.records.find(CHARTERS, owner, THE_CHARTER);
  return found && charterAnswer(found);
}

/** @throws NAME_TAKEN, RECORDS_FULL */
export async function registerAgent(
  desk: DeskContext,
  caller: AgentPrincipal,
  { name, ...profile }: z.output<typeof agentProfile> & { readonly name: string },
): Promise<AgentAnswer> {
  return agentAnswer(await desk.records.add(AGENTS, writingOf(desk, caller), name, profile));
}

/** Changes the given fields and keeps all others. @throws RECORD_UNKNOWN, VERSION_CONFLICT */
export async function updateAgent(
  desk: DeskContext,
  caller: AgentPrincipal,
  asked: z.output<typeof agentProfile> & Replacing & { readonly agent_id: string },
): Promise<AgentAnswer> {
  const { agent_id: id, expected_version: expectedVersion, ...changes } = asked;
  const writing = { ...writingOf(desk, caller), expectedVersion, id };
  return agentAnswer(await desk.records.change(AGENTS, writing, (profile) => ({ ...profile, ...changes })));
}

export async function listAgents(desk: DeskContext, { owner }: AgentPrincipal): Promise<AgentAnswer[]> {
  return (await desk.records.list(AGENTS, owner)).map(agentAnswer);
}

/** One record per entry and version; reporting it again increases a count. @throws RECORDS_FULL */
export async function reportInstall(
  desk: DeskContext,
  caller: AgentPrincipal,
  report: z.output<typeof installReport>,
): Promise<InstallAnswer> {
  const name = JSON.stringify([report.entry, report.version]);
  return installAnswer(await desk.records.put(INSTALLS, writingOf(desk, caller), name, report));
}

export async function listInstalls(desk: DeskContext, { owner }: AgentPrincipal): Promise<InstallAnswer[]> {
  return (await desk.records.list(INSTALLS, owner)).map(installAnswer);
}

function versionedAnswer({ version, createdAt, updatedAt }: OwnerRecord<unknown>) {
  return { version, created_at: wireInstant(createdAt), updated_at: wireInstant(updatedAt) };
}

function alertAnswer(record: OwnerRecord<z.output<typeof alertTerms>>): AlertAnswer {
  const { venue, market, distance_bps, note = null } = record.body;
  const watches = { venue, market, distance_bps, note };
  return { alert_id: record.id, ...watches, ...versionedAnswer(record), watched: false };
}

function charterAnswer(record: OwnerRecord<z.output<typeof charterTerms>>): CharterAnswer {
  const { rules, max_position_bps, max_daily_loss_bps, min_cash_bps, allowed_mints } = record.body;
  return {
    rules,
    max_position_bps: max_position_bps ?? null,
    max_daily_loss_bps: max_daily_loss_bps ?? null,
    min_cash_bps: min_cash_bps ?? null,
    allowed_mints: allowed_mints ?? null,
    ...versionedAnswer(record),
    enforced: false,
  };
}

function agentAnswer(record: OwnerRecord<z.output<typeof agentProfile>>): AgentAnswer {
  const { description = null, homepage = null, model = null } = record.body;
  return { agent_id: record.id, name: record.name, description, homepage, model, ...versionedAnswer(record) };
}

function installAnswer(record: OwnerRecord<z.output<typeof installReport>>): InstallAnswer {
  const { created_at, updated_at } = versionedAnswer(record);
  return {
    ...{ entry: record.body.entry, version: record.body.version, reports: record.version },
    ...{ first_reported_at: created_at, last_reported_at: updated_at },
  };
}
