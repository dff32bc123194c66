import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import {
  deletionOf,
  insertion,
  integerColumn,
  record,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { GATES, type Gate } from '../../../core/rules/gates.ts';
import { type EntryPage, listEntries } from '../owner-pages.ts';

/** Why a call was refused. */
export interface CallRefusal {
  readonly gate: Gate;
  /** As sent to the caller. */
  readonly code: string;
}

const stored = record({
  id: integerColumn,
  owner: z.string(),
  credentialId: z.string(),
  tool: z.string(),
  gate: z.enum(GATES).nullable(),
  code: z.string().nullable(),
  /** Unix milliseconds. */
  at: timestampColumn,
});

const row = stored.row.transform(({ gate, code, ...rest }) => {
  const refusal: CallRefusal | undefined = gate && code !== undefined ? { gate, code } : undefined;
  return { ...rest, refusal };
});

/** The decision about one call of an agent; without a refusal every check allowed it. */
export type CallDecision = z.output<typeof row>;
export type NewCallDecision = Omit<CallDecision, 'id'>;

const FORGET = deletionOf({ table: 'call_decisions', key: 'id', where: 'at < $1', oldest: 'at' }, '$2');

export type CallDecisions = ReturnType<typeof createCallDecisions>;

export function createCallDecisions(oltp: Oltp) {
  return {
    record: async ({ owner, credentialId, tool, refusal, at }: NewCallDecision) => {
      const verdict = refusal === undefined ? 'allowed' : 'refused';
      const fields = { owner, credentialId, tool, verdict, ...refusal, at };
      await oltp.run(...insertion('call_decisions', fields));
    },
    list: (owner: string, page: EntryPage) =>
      listEntries(oltp, { table: 'call_decisions', columns: stored.columns, row }, owner, page),
    /** Deletes the oldest decisions made before a time. @returns how many */
    forget: (before: number, most: number) => oltp.run(FORGET, [new Date(before), most]),
  };
}
