import type { JournalEntryAnswer, JournalPage } from '../../../schemas/mcp/desk/journal.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { JournalEntry, NewEntry } from '../../state/desk/journal.ts';
import { newestFirst } from '../page.ts';
import { wireCount, wireInstant } from '../wire.ts';
import { type DeskContext, writingOf } from './context.ts';

/** Appends an entry, which never changes. @throws RECORDS_FULL */
export async function appendToJournal(
  desk: DeskContext,
  caller: AgentPrincipal,
  entry: NewEntry,
): Promise<JournalEntryAnswer> {
  return entryAnswer(await desk.journal.append(writingOf(desk, caller), entry));
}

/** Entries by the agents of an owner, newest first. */
export async function listJournal(
  { journal }: DeskContext,
  { owner }: AgentPrincipal,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<JournalPage> {
  const after = before === undefined ? undefined : BigInt(before);
  return newestFirst(limit, (most) => journal.list(owner, { limit: most, before: after }), entryAnswer);
}

function entryAnswer({ entry, at, step, content, subject, credentialId }: JournalEntry): JournalEntryAnswer {
  return {
    ...{ entry: wireCount(entry), at: wireInstant(at), step, content, subject: subject ?? null },
    credential_id: credentialId,
  };
}
