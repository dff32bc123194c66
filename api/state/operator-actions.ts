import { z } from 'zod';
import { integerColumn, timestampColumn } from '../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../core/oltp/port.ts';

/** What an operator did. `at` is Unix milliseconds. */
export interface OperatorAction {
  readonly at: number;
  /** Who: the user and the machine of a command, or the API's operator token. */
  readonly operator: string;
  /** What, in one word or two: `rewards price`. */
  readonly action: string;
  /** To what and how; whole numbers beyond 2^53 as decimal strings. */
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

/** `record`, also in a transaction of more. */
export async function recordOperatorAction(
  queries: Pick<Queries, 'run'>,
  { at, operator, action, details }: OperatorAction,
): Promise<void> {
  await queries.run(RECORD, [new Date(at), operator, action, JSON.stringify(details)]);
}
