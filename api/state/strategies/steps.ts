import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import { insertion, record, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';

export type StepOutcome =
  | { readonly kind: 'proposed'; readonly intentId: string }
  /** @param code as agents are told it */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

const stored = record({
  /** 1, 2, 3, … */
  step: smallColumn,
  dueAt: timestampColumn,
  at: timestampColumn,
  intentId: z.string().nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
});

const stepRow = stored.row.transform(({ intentId, code = '', detail = '', ...rest }) => {
  const outcome: StepOutcome =
    intentId === undefined ? { kind: 'refused', code, detail } : { kind: 'proposed', intentId };
  return { ...rest, outcome };
});

/** The result of one strategy step. Times are Unix milliseconds. */
export type StrategyStep = z.output<typeof stepRow>;

/** No agent can choose it: agents' keys contain no spaces. */
export function stepKey(strategyId: string, step: number): string {
  return `strategy ${strategyId} step ${step}`;
}

const LIST = `SELECT ${stored.columns} FROM strategy_steps WHERE strategy_id = $1 ORDER BY step DESC LIMIT $2`;

/** Newest first. */
export function stepsOf(queries: Queries, strategyId: string, limit: number): Promise<StrategyStep[]> {
  return queries.query(LIST, [strategyId, limit], stepRow);
}

export async function insertStep(
  queries: Queries,
  strategyId: string,
  { step, dueAt, at, outcome: { kind: outcome, ...about } }: StrategyStep,
): Promise<void> {
  await queries.run(...insertion('strategy_steps', { strategyId, step, dueAt, at, outcome, ...about }));
}
