import type { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import * as shapes from '../../../schemas/mcp/owner-records.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Journal, JournalEntry, NewEntry } from '../../state/desk/journal.ts';
import type { OwnerRecord, OwnerRecords, RecordKind, Writing } from '../../state/desk/owner-records.ts';
import type { Strategies } from '../../state/strategies/strategies.ts';
import type { Suggestions } from '../../state/strategies/suggestions.ts';
import { newestFirst } from '../page.ts';
import type { WebhooksContext } from '../webhooks/context.ts';
import { wireCount, wireInstant } from '../wire.ts';

export interface DeskContext {
  readonly webhooks: WebhooksContext;
  readonly records: OwnerRecords;
  readonly journal: Journal;
  readonly strategies: Strategies;
  readonly suggestions: Suggestions;
  readonly clock: Clock;
}

/** The writer, its owner and the time. */
export function writingOf({ clock }: Pick<DeskContext, 'clock'>, caller: AgentPrincipal): Writing {
  return { owner: caller.owner, credentialId: caller.credentialId, now: clock.now() };
}

type Of<Shape extends z.ZodType> = z.output<Shape>;

const kind = <Body extends z.ZodObject>(
  name: string,
  body: Body,
  rest: Pick<RecordKind<unknown>, 'most' | 'one' | 'many'>,
) => ({
  name,
  body: body as unknown as z.ZodType<z.output<Body>>,
  members: Object.keys(body.shape),
  ...rest,
});

const ALERTS = kind('liquidation_alert', shapes.alertTerms, {
  most: 100,
  one: 'an alert',
  many: 'liquidation alerts',
});
const CHARTERS = kind('charter', shapes.charterTerms, { most: 1, one: 'a charter', many: 'charters' });
const AGENTS = kind('agent', shapes.agentProfile, { most: 50, one: 'an agent', many: 'agents' });
const INSTALLS = kind('install', shapes.installReport, {
  most: 500,
  one: 'an installation',
  many: 'installations',
});
const THE_CHARTER = 'charter';

/** One alert per venue and market: a later one replaces it. @throws VERSION_CONFLICT, RECORDS_FULL */
export async function setAlert(
  desk: DeskContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: Of<typeof shapes.alertRequest>,
): Promise<Of<typeof shapes.liquidationAlert>> {
  const name = JSON.stringify([terms.venue, terms.market]);
  const writing = { ...writingOf(desk, caller), expectedVersion };
  return alertAnswer(await desk.records.put(ALERTS, writing, name, terms));
}

export async function listAlerts({ records }: DeskContext, { owner }: AgentPrincipal) {
  return { results: (await records.list(ALERTS, owner)).map(alertAnswer) };
}

/** @throws VERSION_CONFLICT */
export async function setCharter(
  desk: DeskContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: Of<typeof shapes.charterRequest>,
): Promise<Of<typeof shapes.charter>> {
  const writing = { ...writingOf(desk, caller), expectedVersion };
  return charterAnswer(await desk.records.put(CHARTERS, writing, THE_CHARTER, terms));
}

export async function theCharter({ records }: DeskContext, { owner }: AgentPrincipal) {
  const found = await records.find(CHARTERS, owner, THE_CHARTER);
  return found ? charterAnswer(found) : null;
}

/** @throws NAME_TAKEN, RECORDS_FULL */
export async function registerAgent(
  desk: DeskContext,
  caller: AgentPrincipal,
  { name, ...profile }: Of<typeof shapes.agentRegistration>,
): Promise<Of<typeof shapes.agent>> {
  return agentAnswer(await desk.records.add(AGENTS, writingOf(desk, caller), name, profile));
}

/** Changes the given fields and keeps all others. @throws RECORD_UNKNOWN, VERSION_CONFLICT */
export async function updateAgent(
  desk: DeskContext,
  caller: AgentPrincipal,
  { agent_id: id, expected_version: expectedVersion, ...changes }: Of<typeof shapes.agentChange>,
): Promise<Of<typeof shapes.agent>> {
  const writing = { ...writingOf(desk, caller), expectedVersion, id };
  return agentAnswer(await desk.records.change(AGENTS, writing, (profile) => ({ ...profile, ...changes })));
}

export async function listAgents({ records }: DeskContext, { owner }: AgentPrincipal) {
  return { results: (await records.list(AGENTS, owner)).map(agentAnswer) };
}

/** One record per entry and version; reporting it again increases a count. @throws RECORDS_FULL */
export async function reportInstall(
  desk: DeskContext,
  caller: AgentPrincipal,
  report: Of<typeof shapes.installReport>,
): Promise<Of<typeof shapes.install>> {
  const name = JSON.stringify([report.entry, report.version]);
  return installAnswer(await desk.records.put(INSTALLS, writingOf(desk, caller), name, report));
}

export async function listInstalls({ records }: DeskContext, { owner }: AgentPrincipal) {
  return { results: (await records.list(INSTALLS, owner)).map(installAnswer) };
}

/** Appends an entry, which never changes. @throws RECORDS_FULL */
export async function appendToJournal(desk: DeskContext, caller: AgentPrincipal, entry: NewEntry) {
  return entryAnswer(await desk.journal.append(writingOf(desk, caller), entry));
}

/** Entries by the agents of an owner, newest first. */
export async function listJournal(
  { journal }: DeskContext,
  { owner }: AgentPrincipal,
  { limit, before }: Of<typeof shapes.journalQuestion>,
): Promise<Of<typeof shapes.journalPage>> {
  const place = before === undefined ? undefined : BigInt(before);
  return newestFirst(limit, (most) => journal.list(owner, { limit: most, before: place }), entryAnswer);
}

/** An answer has every member of a record: null for those that were left out. */
type Whole<Body> = {
  [Name in keyof Body]-?: undefined extends Body[Name] ? Exclude<Body[Name], undefined> | null : Body[Name];
};

function whole<Body>(
  { members }: { members: readonly string[]; body: z.ZodType<Body> },
  body: Body,
): Whole<Body> {
  const given = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries(members.map((name) => [name, given[name] ?? null])) as Whole<Body>;
}

function versioned({ version, createdAt, updatedAt }: OwnerRecord<unknown>) {
  return { version, created_at: wireInstant(createdAt), updated_at: wireInstant(updatedAt) };
}

function alertAnswer(record: OwnerRecord<Of<typeof shapes.alertTerms>>) {
  const terms = whole(ALERTS, record.body);
  return { alert_id: record.id, ...terms, ...versioned(record), watched: false as const };
}

function charterAnswer(record: OwnerRecord<Of<typeof shapes.charterTerms>>) {
  return { ...whole(CHARTERS, record.body), ...versioned(record), enforced: false as const };
}

function agentAnswer(record: OwnerRecord<Of<typeof shapes.agentProfile>>) {
  const { id: agent_id, name } = record;
  return { agent_id, name, ...whole(AGENTS, record.body), ...versioned(record) };
}

function installAnswer({ body, version, ...record }: OwnerRecord<Of<typeof shapes.installReport>>) {
  const { entry, version: installed } = body;
  return {
    entry,
    version: installed,
    reports: version,
    first_reported_at: wireInstant(record.createdAt),
    last_reported_at: wireInstant(record.updatedAt),
  };
}

function entryAnswer({ entry, at, step, content, subject, credentialId }: JournalEntry) {
  return {
    entry: wireCount(entry),
    at: wireInstant(at),
    step,
    content,
    subject: subject ?? null,
    credential_id: credentialId,
  };
}
