import { z } from 'zod';
import { integerColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { GATES, type Gate } from '../../../core/rules/gates.ts';

/** Why a call was refused. */
export interface CallRefusal {
  readonly gate: Gate;
  /** As sent to the caller. */
  readonly code: string;
}

/** The decision about one call of an agent. */
export interface NewCallDecision {
  readonly owner: string;
  readonly credentialId: string;
  readonly tool: string;
  /** Undefined if every check allowed it. */
  readonly refusal: CallRefusal | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface CallDecision extends NewCallDecision {
  readonly id: bigint;
}

export interface CallDecisions {
  record(decision: NewCallDecision): Promise<void>;
  /** Of one owner, newest first. @param before only those of a smaller id */
  list(owner: string, page: { limit: number; before: bigint | undefined }): Promise<CallDecision[]>;
  /** Deletes the oldest decisions made before a time. @returns how many */
  forget(before: number, most: number): Promise<number>;
}

const row = z
  .object({
    id: integerColumn,
    owner: z.string(),
    credential_id: z.string(),
    tool: z.string(),
    gate: z.enum(GATES).nullable(),
    code: z.string().nullable(),
    at: timestampColumn,
  })
  .transform(
    ({ credential_id, gate, code, ...rest }): CallDecision => ({
      ...rest,
      credentialId: credential_id,
      refusal: gate === null || code === null ? undefined : { gate, code },
    }),
  );

const RECORD = `INSERT INTO call_decisions (owner, credential_id, tool, verdict, gate, code, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const LIST = `SELECT id, owner, credential_id, tool, gate, code, at FROM call_decisions
  WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3`;
const FORGET = `DELETE FROM call_decisions WHERE id IN (
  SELECT id FROM call_decisions WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

export function createCallDecisions(oltp: Oltp): CallDecisions {
  return {
    record: async ({ owner, credentialId, tool, refusal, at }) => {
      const verdict = refusal === undefined ? 'allowed' : 'refused';
      const { gate = null, code = null } = refusal ?? {};
      await oltp.run(RECORD, [owner, credentialId, tool, verdict, gate, code, new Date(at)]);
    },
    list: (owner, { limit, before }) => oltp.query(LIST, [owner, before ?? null, limit], row),
    forget: (before, most) => oltp.run(FORGET, [new Date(before), most]),
  };
}
