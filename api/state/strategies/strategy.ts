import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import { STRATEGY_STATUSES, type StrategyStatus } from '../../../core/rules/strategies.ts';
import { strategySettings } from '../../../schemas/strategies/answers.ts';
import {
  STRATEGY_KIND_NAMES,
  type StrategyKind,
  type StrategyPlan,
} from '../../../schemas/strategies/kinds.ts';
import { jsonColumn } from '../control/columns.ts';

export type StrategySettings = z.output<typeof strategySettings>;

/** The published version. `at` is Unix milliseconds. */
export interface Publication {
  readonly version: number;
  readonly name: string;
  readonly plan: StrategyPlan;
  readonly at: number;
}

/** An owner's declarative plan. Times are Unix milliseconds. */
export interface Strategy {
  readonly id: string;
  readonly owner: string;
  readonly kind: StrategyKind;
  readonly name: string;
  readonly plan: StrategyPlan;
  readonly settings: StrategySettings;
  readonly status: StrategyStatus;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly publication: Publication | undefined;
  readonly clonedFrom: string | undefined;
  /** The credential that last set what it does. */
  readonly credentialId: string;
  readonly stepsTaken: number;
  /** When the next step is due; undefined if the service does not run it. */
  readonly nextStepAt: number | undefined;
}

export const STRATEGY_COLUMNS = [
  ...['id', 'owner', 'kind', 'name', 'plan', 'settings', 'status', 'version', 'created_at', 'updated_at'],
  ...['published_version', 'published_name', 'published_plan', 'published_at', 'cloned_from'],
  ...['credential_id', 'steps_taken', 'next_step_at'],
].join(', ');

const plan = z.record(z.string(), z.unknown());

export const strategyRow = z
  .object({
    ...{ id: z.string(), owner: z.string(), kind: z.enum(STRATEGY_KIND_NAMES), name: z.string() },
    ...{ plan: jsonColumn(plan), settings: jsonColumn(strategySettings), status: z.enum(STRATEGY_STATUSES) },
    ...{ version: smallColumn, created_at: timestampColumn, updated_at: timestampColumn },
    ...{ published_version: smallColumn.nullable(), published_name: z.string().nullable() },
    ...{ published_plan: jsonColumn(plan).nullable(), published_at: timestampColumn.nullable() },
    ...{ cloned_from: z.string().nullable(), credential_id: z.string() },
    ...{ steps_taken: smallColumn, next_step_at: timestampColumn.nullable() },
  })
  .transform((row): Strategy => {
    const { published_version: version, published_name: name, published_plan: held, published_at: at } = row;
    const published = version !== null && name !== null && held !== null && at !== null;
    return {
      ...{ id: row.id, owner: row.owner, kind: row.kind, name: row.name, plan: row.plan, status: row.status },
      ...{
        settings: row.settings,
        version: row.version,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      },
      publication: published ? { version, name, plan: held, at } : undefined,
      ...{ clonedFrom: row.cloned_from ?? undefined, credentialId: row.credential_id },
      ...{ stepsTaken: row.steps_taken, nextStepAt: row.next_step_at ?? undefined },
    };
  });
