import type { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { type CamelCased, camelCased } from '../../../schemas/letter-case.ts';
import * as shapes from '../../../schemas/mcp/owner-records.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { AlertWatches } from '../../state/agent-records/alert-watches.ts';
import type { Journal, NewEntry } from '../../state/agent-records/journal.ts';
import type {
  OwnerRecord,
  OwnerRecords,
  RecordKind,
  Writing,
} from '../../state/agent-records/owner-records.ts';
import type { Strategies } from '../../state/strategies/strategies.ts';
import type { Suggestions } from '../../state/strategies/suggestions.ts';
import type { Venues } from '../../venues/venues.ts';
import { newestFirst } from '../page.ts';
import type { WebhooksContext } from '../webhooks/context.ts';
import { writerOf } from '../write.ts';

export interface AgentRecordsContext {
  readonly webhooks: WebhooksContext;
  readonly records: OwnerRecords;
  readonly journal: Journal;
  readonly strategies: Strategies;
  readonly suggestions: Suggestions;
  readonly alertWatches: AlertWatches;
  /** Where positions are. */
  readonly venues: Pick<Venues, 'named'>;
  readonly clock: Clock;
}

/** The writer, its owner and the time. */
export function writingOf({ clock }: Pick<AgentRecordsContext, 'clock'>, caller: AgentPrincipal): Writing {
  return { owner: caller.owner, credentialId: caller.credentialId, now: clock.now() };
}

type Of<Shape extends z.ZodType> = z.output<Shape>;

/** A kind of records whose bodies have a shape. */
export const recordKind = <Body extends z.ZodObject>(
  name: string,
  body: Body,
  rest: Pick<RecordKind<unknown>, 'most' | 'one' | 'many'>,
) => ({
  name,
  body: body as unknown as z.ZodType<z.output<Body>>,
  ...rest,
});

const CHARTERS = recordKind('charter', shapes.charterTerms, { most: 1, one: 'a charter', many: 'charters' });
const AGENTS = recordKind('agent', shapes.agentProfile, { most: 50, one: 'an agent', many: 'agents' });
const INSTALLS = recordKind('install', shapes.installReport, {
  most: 500,
  one: 'an installation',
  many: 'installations',
});
const THE_CHARTER = 'charter';

export function partOf<Row, Answer>(
  rows: readonly Row[],
  { limit, offset }: Of<typeof shapes.part>,
  answerOf: (row: Row) => Answer,
): { results: Answer[]; has_more: boolean } {
  const shown = rows.slice(offset, offset + limit);
  return { results: shown.map((row) => answerOf(row)), has_more: rows.length > offset + limit };
}

/** @throws VERSION_CONFLICT */
export async function setCharter(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { expected_version: expectedVersion, ...terms }: Of<typeof shapes.charterRequest>,
): Promise<Of<typeof shapes.charter>> {
  const writing = { ...writingOf(agentRecords, caller), expectedVersion };
  return charterAnswer(await agentRecords.records.put(CHARTERS, writing, { name: THE_CHARTER, body: terms }));
}

export async function theCharter({ records }: AgentRecordsContext, { owner }: AgentPrincipal) {
  const found = await records.find(CHARTERS, owner, THE_CHARTER);
  return found ? charterAnswer(found) : null;
}

/** @throws NAME_TAKEN, RECORDS_FULL */
export async function registerAgent(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { name, ...profile }: Of<typeof shapes.agentRegistration>,
): Promise<Of<typeof shapes.agent>> {
  return agentAnswer(await agentRecords.records.add(AGENTS, writingOf(agentRecords, caller), name, profile));
}

/** Changes the given fields and keeps all others. @throws RECORD_UNKNOWN, VERSION_CONFLICT */
export async function updateAgent(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { agent_id: id, expected_version: expectedVersion, ...changes }: Of<typeof shapes.agentChange>,
): Promise<Of<typeof shapes.agent>> {
  const writing = { ...writingOf(agentRecords, caller), expectedVersion, id };
  return agentAnswer(
    await agentRecords.records.change(AGENTS, writing, (profile) => ({ ...profile, ...changes })),
  );
}

export async function listAgents(
  { records }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  part: Of<typeof shapes.part>,
) {
  return partOf(await records.list(AGENTS, owner), part, agentAnswer);
}

/** One record per entry and version; reporting it again increases a count. @throws RECORDS_FULL */
export async function reportInstall(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  report: Of<typeof shapes.installReport>,
): Promise<Of<typeof shapes.install>> {
  const name = JSON.stringify([report.entry, report.version]);
  return installAnswer(
    await agentRecords.records.put(INSTALLS, writingOf(agentRecords, caller), { name, body: report }),
  );
}

export async function listInstalls(
  { records }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  part: Of<typeof shapes.part>,
) {
  return partOf(await records.list(INSTALLS, owner), part, installAnswer);
}

/** Appends an entry, which never changes. @throws RECORDS_FULL */
export async function appendToJournal(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  entry: NewEntry,
) {
  return writeEntry(await agentRecords.journal.append(writingOf(agentRecords, caller), entry));
}

/** Entries by the agents of an owner, newest first. */
export async function listJournal(
  { journal }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  { limit, before }: Of<typeof shapes.journalQuestion>,
): Promise<Of<typeof shapes.journalPage>> {
  const place = before === undefined ? undefined : BigInt(before);
  return newestFirst(limit, (most) => journal.list(owner, { limit: most, before: place }), writeEntry);
}

const writeCharter = writerOf(shapes.charter);
const writeAgent = writerOf(shapes.agent);
const writeInstall = writerOf(shapes.install);
const writeEntry = writerOf(shapes.journalEntry);

/** All members of a body, whether or not they were given. */
type Whole<Body> = { readonly [Name in keyof Required<Body>]: Body[Name] };

export const bodyOf = <Body extends object>(body: Body) => camelCased(body) as Whole<CamelCased<Body>>;

function charterAnswer({ body, ...record }: OwnerRecord<Of<typeof shapes.charterTerms>>) {
  return writeCharter({ ...record, ...bodyOf(body), enforced: false });
}

function agentAnswer({ body, ...record }: OwnerRecord<Of<typeof shapes.agentProfile>>) {
  return writeAgent({ ...record, ...bodyOf(body), agentId: record.id });
}

function installAnswer({ body, ...record }: OwnerRecord<Of<typeof shapes.installReport>>) {
  const { version: reports, createdAt: firstReportedAt, updatedAt: lastReportedAt } = record;
  return writeInstall({ ...body, reports, firstReportedAt, lastReportedAt });
}
