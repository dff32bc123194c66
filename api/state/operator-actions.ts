import { z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';
import { insertion, integerColumn, jsonColumn, record, timestampColumn } from '../../core/oltp/statements.ts';

const stored = record({
  id: integerColumn,
  /** Unix milliseconds. */
  at: timestampColumn,
  /** The user and machine of a command, or the API's operator token. */
  operator: z.string(),
  /** The action, in one word or two: `rewards price`. */
  action: z.string(),
  /** The subject and details; integers beyond 2^53 as decimal strings. */
  details: jsonColumn(z.record(z.string(), z.unknown()).readonly()),
});

/** An operator's action. */
export type OperatorAction = Omit<z.output<typeof stored.row>, 'id'>;

const LIST = `SELECT ${stored.columns} FROM operator_actions ORDER BY id DESC LIMIT $1`;

export type OperatorActions = ReturnType<typeof createOperatorActions>;

export function createOperatorActions(oltp: Oltp) {
  return {
    record: (action: OperatorAction) => recordOperatorAction(oltp, action),
    /** Newest first. */
    list: (limit: number) => oltp.query(LIST, [limit], stored.row),
  };
}

/** `record` within a larger transaction. */
export async function recordOperatorAction(
  queries: Pick<Queries, 'run'>,
  { at, operator, action, details }: OperatorAction,
): Promise<void> {
  const fields = { at, operator, action, details: JSON.stringify(details) };
  await queries.run(...insertion('operator_actions', fields));
}
