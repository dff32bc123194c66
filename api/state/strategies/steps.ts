import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import {
  insertion,
  jsonColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { INTENT_STATUSES } from '../../../schemas/rest/intent-statuses.ts';
import { watchSeen } from '../../../schemas/strategies/watch.ts';

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
  /** What was seen when it was taken; undefined for one that was only due. */
  seen: jsonColumn(watchSeen).nullable(),
  /** Of its intent, now. */
  intentStatus: z.enum(INTENT_STATUSES).nullable(),
});

const stepRow = stored.row.transform(({ intentId, code = '', detail = '', ...rest }) => {
  const outcome: StepOutcome =
    intentId === undefined ? { kind: 'refused', code, detail } : { kind: 'proposed', intentId };
  return { ...rest, outcome };
});

/** The result of one strategy step. Times are Unix milliseconds. */
export type StrategyStep = z.output<typeof stepRow>;
export type NewStep = Omit<StrategyStep, 'intentStatus'>;

/** No agent can choose it: agents' keys contain no spaces. */
export function stepKey(strategyId: string, step: number): string {
  return `strategy ${strategyId} step ${step}`;
}

const LIST = `SELECT ${stored.columns} FROM (
    SELECT step.*, intents.status AS intent_status
    FROM strategy_steps AS step LEFT JOIN intents ON intents.id = step.intent_id
    WHERE step.strategy_id = $1 AND ($3::integer IS NULL OR step.step < $3)
    ORDER BY step.step DESC LIMIT $2
  ) AS steps ORDER BY step DESC`;

export interface StepPage {
  readonly limit: number;
  /** Only steps with a smaller number. */
  readonly before?: number | undefined;
}

/** Newest first. */
export function stepsOf(
  queries: Queries,
  strategyId: string,
  { limit, before }: StepPage,
): Promise<StrategyStep[]> {
  return queries.query(LIST, [strategyId, limit, before], stepRow);
}

export async function insertStep(
  queries: Queries,
  strategyId: string,
  { step, dueAt, at, seen, outcome: { kind: outcome, ...about } }: NewStep,
): Promise<void> {
  await queries.run(
    ...insertion('strategy_steps', {
      ...{ strategyId, step, dueAt, at, outcome, ...about },
      seen: seen && JSON.stringify(seen),
    }),
  );
}
