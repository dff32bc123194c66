import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Queries } from '../../../core/oltp/port.ts';

/** The result of one strategy step. Times are Unix milliseconds. */
export interface StrategyStep {
  /** 1, 2, 3, … */
  readonly step: number;
  readonly dueAt: number;
  readonly at: number;
  readonly outcome: StepOutcome;
}

export type StepOutcome =
  | { readonly kind: 'proposed'; readonly intentId: string }
  /** @param code as agents are told it */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

/** No agent can choose it: agents' keys contain no spaces. */
export function stepKey(strategyId: string, step: number): string {
  return `strategy ${strategyId} step ${step}`;
}

const LIST = `SELECT step, due_at, at, intent_id, code, detail FROM strategy_steps
  WHERE strategy_id = $1 ORDER BY step DESC LIMIT $2`;
const INSERT = `INSERT INTO strategy_steps (strategy_id, step, due_at, at, outcome, intent_id, code, detail)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const stepRow = z
  .object({
    ...{ step: smallColumn, due_at: timestampColumn, at: timestampColumn },
    ...{ intent_id: z.string().nullable(), code: z.string().nullable(), detail: z.string().nullable() },
  })
  .transform(
    ({ step, due_at, at, intent_id, code, detail }): StrategyStep => ({
      ...{ step, dueAt: due_at, at },
      outcome:
        intent_id === null
          ? { kind: 'refused', code: code ?? '', detail: detail ?? '' }
          : { kind: 'proposed', intentId: intent_id },
    }),
  );

/** Newest first. */
export function stepsOf(queries: Queries, strategyId: string, limit: number): Promise<StrategyStep[]> {
  return queries.query(LIST, [strategyId, limit], stepRow);
}

export async function insertStep(
  queries: Queries,
  strategyId: string,
  { step, dueAt, at, outcome }: StrategyStep,
): Promise<void> {
  const { intentId, code, detail } = { intentId: null, code: null, detail: null, ...outcome };
  const values = [strategyId, step, new Date(dueAt), new Date(at), outcome.kind, intentId, code, detail];
  await queries.run(INSERT, values);
}
