import { z } from 'zod';
import { dateTime, hasMore } from '../../rest/scalars.ts';
import { named, prose, whole } from './words.ts';

/** The stages of an agent's loop, and entries that belong to none. */
export const JOURNAL_STEPS = [
  ...['observe', 'assess', 'plan', 'simulate', 'execute', 'verify', 'journal', 'note'],
] as const;

const A_STEP = `one of ${JOURNAL_STEPS.join(', ')}`;

export const journalAppend = z.strictObject({
  step: z.enum(JOURNAL_STEPS, { error: A_STEP }).meta({ description: 'The step of the loop it belongs to.' }),
  content: prose(4_000, 'What is written down.'),
  subject: named('What it is about, such as the id of an intent.').optional(),
});

export const journalEntry = z.strictObject({
  entry: z.int().positive().meta({ description: 'Its number: 1, 2, 3, … without gaps.' }),
  at: dateTime,
  step: z.enum(JOURNAL_STEPS),
  content: z.string(),
  subject: z.string().nullable(),
  credential_id: z.string().meta({ description: 'The credential of the agent that wrote it.' }),
});

export const journalQuestion = z.strictObject({
  limit: whole(1, 200, 'Most entries of the answer.').default(50),
  before: whole(1, Number.MAX_SAFE_INTEGER, 'Only entries of a smaller number: goes on below it.').optional(),
});

export const journalPage = z.strictObject({
  results: z.array(journalEntry),
  has_more: hasMore,
});

export type JournalEntryAnswer = z.output<typeof journalEntry>;
export type JournalPage = z.output<typeof journalPage>;
