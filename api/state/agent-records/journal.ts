import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { first, integerColumn, lockName, record, timestampColumn } from '../../../core/oltp/statements.ts';
import { JOURNAL_STEPS } from '../../../schemas/mcp/owner-records.ts';
import { type EntryPage, listEntries } from '../owner-pages.ts';
import type { Writing } from './owner-records.ts';

/** The most entries of one owner's journal. */
export const MOST_ENTRIES = 10_000n;

const stored = record({
  /** 1, 2, 3, … without gaps. */
  entry: integerColumn,
  credentialId: z.string(),
  /** Unix milliseconds. */
  at: timestampColumn,
  step: z.enum(JOURNAL_STEPS),
  content: z.string(),
  /** Its subject, such as the id of an intent. */
  subject: z.string().nullable(),
});

/** An agent's entry. */
export type JournalEntry = z.output<typeof stored.row>;
export type NewEntry = Pick<JournalEntry, 'step' | 'content' | 'subject'>;

const APPEND = `INSERT INTO journal_entries (owner, entry, credential_id, at, step, content, subject)
  SELECT $1, coalesce(max(entry), 0) + 1, $2, $3, $4, $5, $6 FROM journal_entries WHERE owner = $1
  HAVING coalesce(max(entry), 0) < $7 RETURNING ${stored.columns}`;

export type Journal = ReturnType<typeof createJournal>;

export function createJournal(oltp: Oltp) {
  return {
    /** @throws RECORDS_FULL */
    append: ({ owner, credentialId, now }: Writing, { step, content, subject }: NewEntry) =>
      oltp.transaction(async (queries) => {
        await lockName(queries, `journal of ${owner}`);
        const values = [owner, credentialId, new Date(now), step, content, subject, MOST_ENTRIES];
        const entry = await first(queries, APPEND, values, stored.row);
        if (entry) return entry;
        throw new LaunchlensError('RECORDS_FULL', { what: 'journal entries', most: Number(MOST_ENTRIES) });
      }),
    /** Newest first. */
    list: (owner: string, page: EntryPage) =>
      listEntries(oltp, { table: 'journal_entries', ...stored, number: 'entry' }, owner, page),
  };
}
