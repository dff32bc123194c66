import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isAuthoring, type StrategyAction } from '../../../core/rules/strategies.ts';
import type { StrategyAnswer } from '../../../schemas/strategies/answers.ts';
import type { StrategyKind, StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import { whyNotRun } from '../../../schemas/strategies/run.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { StrategyChange } from '../../state/strategies/strategies.ts';
import type { Strategy, StrategySettings } from '../../state/strategies/strategy.ts';
import { type AgentRecordsContext, writingOf } from '../agent-records/records.ts';
import { strategyAnswer } from './find.ts';
import { allowed, checkedPlan, ownStrategy, requireParts } from './own.ts';

export interface StrategyName {
  readonly strategy_id: string;
  readonly expected_version?: number | undefined;
}

/** @throws STRATEGY_UNKNOWN of a part, RECORDS_FULL */
export async function createStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { kind, name, plan }: { readonly kind: StrategyKind; readonly name: string; readonly plan: StrategyPlan },
): Promise<StrategyAnswer> {
  await requireParts(agentRecords, caller, kind, plan);
  const status = whyNotRun(kind, plan) === undefined ? 'active' : 'stored';
  const made = { kind, name, plan, status, clonedFrom: undefined } as const;
  return strategyAnswer(await agentRecords.strategies.create(writingOf(agentRecords, caller), made));
}

/** Moves an owner's strategy from one status to the next. @throws STRATEGY_UNKNOWN, STRATEGY_STATE, VERSION_CONFLICT */
export async function moveStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { strategy_id, expected_version }: StrategyName,
  { action, change = () => ({}) }: { action: StrategyAction; change?: (held: Strategy) => StrategyChange },
): Promise<StrategyAnswer> {
  const moved = await agentRecords.strategies.change(writingOf(agentRecords, caller), strategy_id, (held) => {
    if (expected_version !== undefined && expected_version !== held.version) {
      throw new LaunchlensError('VERSION_CONFLICT', { current: held.version });
    }
    const changed = change(held);
    return { status: allowed(held, action, changed.plan), authored: isAuthoring(action), ...changed };
  });
  return strategyAnswer(moved);
}

/** A new plan, name or both. @throws PARAMETER_MALFORMED and those of `moveStrategy` */
export async function modifyStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { plan, name, ...named }: StrategyName & { plan?: unknown; name?: string | undefined },
): Promise<StrategyAnswer> {
  const held = await ownStrategy(agentRecords, caller, named.strategy_id);
  const checked = plan === undefined ? undefined : checkedPlan(held.kind, plan);
  if (checked) await requireParts(agentRecords, caller, held.kind, checked);
  const change = () => ({ ...(checked && { plan: checked }), ...(name !== undefined && { name }) });
  return moveStrategy(agentRecords, caller, named, { action: 'modify', change });
}

/**
 * Publishes its current version. A composite cannot be published, because it consists of its owner's strategies and
 * nobody else could clone it. @throws PARAMETER_MALFORMED and those of `moveStrategy`
 */
export function publishStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  named: StrategyName,
): Promise<StrategyAnswer> {
  const change = ({ kind }: Strategy) => {
    if (kind !== 'composite') return { publish: true };
    const expected =
      'the id of a strategy other than a composite, because nobody else has the parts of a composite';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'strategy_id', expected });
  };
  return moveStrategy(agentRecords, caller, named, { action: 'publish', change });
}

/** Sets the given fields and keeps all others. @throws those of `moveStrategy` */
export function configureStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { strategy_id, expected_version, ...settings }: StrategyName & StrategySettings,
): Promise<StrategyAnswer> {
  const change = (held: Strategy) => ({ settings: { ...held.settings, ...settings } });
  return moveStrategy(
    agentRecords,
    caller,
    { strategy_id, expected_version },
    { action: 'configure', change },
  );
}

/** A copy of a published strategy, stored for any owner. @throws STRATEGY_UNKNOWN, RECORDS_FULL */
export async function cloneStrategy(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { strategy_id, name }: { strategy_id: string; name?: string | undefined },
): Promise<StrategyAnswer> {
  const found = await agentRecords.strategies.find(strategy_id);
  const { publication, kind } = found ?? {};
  if (publication === undefined || kind === undefined) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  const { plan } = publication;
  await requireParts(agentRecords, caller, kind, plan);
  const copy = {
    kind,
    plan,
    name: name ?? publication.name,
    status: 'stored',
    clonedFrom: strategy_id,
  } as const;
  return strategyAnswer(await agentRecords.strategies.create(writingOf(agentRecords, caller), copy));
}
