import { z } from 'zod';
import { integerColumn, timestampColumn } from '../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../core/oltp/port.ts';

/** An operator's action. `at` is Unix milliseconds. */
export interface OperatorAction {
  readonly at: number;
  /** The user and machine of a command, or the API's operator token. */
  readonly operator: string;
  /** The action, in one word or two: `rewards price`. */
  readonly action: string;
  /** The subject and details; integers beyond 2^53 as decimal strings. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface OperatorActions {
  record(action: OperatorAction): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<(OperatorAction & { readonly id: bigint })[]>;
}

const row = z.object({
  id: integerColumn,
  at: timestampColumn,
  operator: z.string(),
  action: z.string(),
  details: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
});

const RECORD = 'INSERT INTO operator_actions (at, operator, action, details) VALUES ($1, $2, $3, $4::jsonb)';
const LIST = 'SELECT id, at, operator, action, details FROM operator_actions ORDER BY id DESC LIMIT $1';

export function createOperatorActions(oltp: Oltp): OperatorActions {
  return {
    record: (action) => recordOperatorAction(oltp, action),
    list: (limit) => oltp.query(LIST, [limit], row),
  };
}

/** `record` within a larger transaction. */
export async function recordOperatorAction(
  queries: Pick<Queries, 'run'>,
  { at, operator, action, details }: OperatorAction,
): Promise<void> {
  await queries.run(RECORD, [new Date(at), operator, action, JSON.stringify(details)]);
}
