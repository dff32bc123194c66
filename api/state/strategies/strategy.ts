import { z } from 'zod';
import { jsonColumn, record, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';
import { strategySettings } from '../../../schemas/strategies/answers.ts';
import { STRATEGY_KIND_NAMES, type StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import { STRATEGY_STATUSES } from '../../../schemas/strategies/statuses.ts';
import { watchSeen } from '../../../schemas/strategies/watch.ts';

export type StrategySettings = z.output<typeof strategySettings>;

/** The published version. `at` is Unix milliseconds. */
export interface Publication {
  readonly version: number;
  readonly name: string;
  readonly plan: StrategyPlan;
  readonly at: number;
}

export const planColumn = jsonColumn(z.record(z.string(), z.unknown()));

const stored = record({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(STRATEGY_KIND_NAMES),
  name: z.string(),
  plan: planColumn,
  settings: jsonColumn(strategySettings),
  status: z.enum(STRATEGY_STATUSES),
  version: smallColumn,
  createdAt: timestampColumn,
  updatedAt: timestampColumn,
  publishedVersion: smallColumn.nullable(),
  publishedName: z.string().nullable(),
  publishedPlan: planColumn.nullable(),
  publishedAt: timestampColumn.nullable(),
  clonedFrom: z.string().nullable(),
  /** The credential that last set what it does. */
  credentialId: z.string(),
  stepsTaken: smallColumn,
  /** When the next step is due; undefined if the service does not run it. */
  nextStepAt: timestampColumn.nullable(),
  /** What was seen when it was last looked at. */
  seen: jsonColumn(watchSeen).nullable(),
});

export const STRATEGY_COLUMNS = stored.columns;

export const strategyRow = stored.row.transform(
  ({ publishedVersion: version, publishedName: name, publishedPlan: plan, publishedAt: at, ...rest }) => {
    const published = version !== undefined && name !== undefined && plan !== undefined && at !== undefined;
    const publication: Publication | undefined = published ? { version, name, plan, at } : undefined;
    return { ...rest, publication };
  },
);

/** An owner's declarative plan. Times are Unix milliseconds. */
export type Strategy = z.output<typeof strategyRow>;
