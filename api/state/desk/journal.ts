import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { integerColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { JOURNAL_STEPS } from '../../../schemas/mcp/owner-records.ts';
import type { Writing } from './owner-records.ts';

/** The most entries of one owner's journal. */
export const MOST_ENTRIES = 10_000n;

export interface NewEntry {
  readonly step: (typeof JOURNAL_STEPS)[number];
  readonly content: string;
  /** Its subject, such as the id of an intent. */
  readonly subject: string | undefined;
}

/** An agent's entry. `at` is Unix milliseconds. */
export interface JournalEntry extends NewEntry {
  /** 1, 2, 3, … without gaps. */
  readonly entry: bigint;
  readonly credentialId: string;
  readonly at: number;
}

export interface Journal {
  /** @throws RECORDS_FULL */
  append(writing: Writing, entry: NewEntry): Promise<JournalEntry>;
  /** Newest first. @param before only entries of a smaller number */
  list(owner: string, page: { limit: number; before: bigint | undefined }): Promise<JournalEntry[]>;
}

const COLUMNS = 'entry, credential_id, at, step, content, subject';
const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('journal of ' || $1, 0))`;
const APPEND = `INSERT INTO journal_entries (owner, entry, credential_id, at, step, content, subject)
  SELECT $1, coalesce(max(entry), 0) + 1, $2, $3, $4, $5, $6 FROM journal_entries WHERE owner = $1
  HAVING coalesce(max(entry), 0) < $7 RETURNING ${COLUMNS}`;
const LIST = `SELECT ${COLUMNS} FROM journal_entries
  WHERE owner = $1 AND ($2::bigint IS NULL OR entry < $2::bigint) ORDER BY entry DESC LIMIT $3`;

const row = z
  .object({
    entry: integerColumn,
    credential_id: z.string(),
    at: timestampColumn,
    step: z.enum(JOURNAL_STEPS),
    content: z.string(),
    subject: z.string().nullable(),
  })
  .transform(
    ({ credential_id, subject, ...rest }): JournalEntry => ({
      ...rest,
      credentialId: credential_id,
      subject: subject ?? undefined,
    }),
  );

export function createJournal(oltp: Oltp): Journal {
  return {
    append: ({ owner, credentialId, now }, { step, content, subject }) =>
      oltp.transaction(async (queries) => {
        await queries.query(ONE_BY_ONE, [owner], z.unknown());
        const values = [owner, credentialId, new Date(now), step, content, subject ?? null, MOST_ENTRIES];
        const [entry] = await queries.query(APPEND, values, row);
        if (entry) return entry;
        throw new LaunchlensError('RECORDS_FULL', { what: 'journal entries', most: Number(MOST_ENTRIES) });
      }),
    list: (owner, { limit, before }) => oltp.query(LIST, [owner, before ?? null, limit], row),
  };
}
