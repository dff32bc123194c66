import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { planWith, type StrategyKind, type StrategyPlan } from '../../../schemas/strategies/kinds.ts';

/** A valid plan for its kind. @throws PARAMETER_MALFORMED naming the member */
export function checkedPlan(kind: StrategyKind, plan: unknown): StrategyPlan {
  const parsed = planWith(kind, {}).safeParse(plan);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const name = ['plan', ...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  const expected = unknown === undefined ? (issue?.message ?? 'well-formed') : `left out: ${kind} has none`;
  throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected });
}

/** The strategies that a composite names. */
export function partsOf(kind: StrategyKind, plan: StrategyPlan): readonly string[] {
  if (kind !== 'composite') return [];
  return (plan.parts as readonly { readonly strategy_id: string }[]).map(({ strategy_id }) => strategy_id);
}
