import type { StepAnswer, StrategyAnswer } from '../../../../schemas/strategies/answers.ts';

export const GATED_BY_KIND =
  'Where its kind trades on perpetuals or equities, the jurisdiction has to be open for that market.';

export function strategyInWords(strategy: StrategyAnswer): string {
  const { strategy_id, name, kind, status, version } = strategy;
  return `Strategy ${name} (${kind}, ${strategy_id}) is ${status} at version ${version}. ${running(strategy)}`;
}

function running({ executes, steps_taken, next_step_at }: StrategyAnswer): string {
  if (!executes) return 'It is stored and checked; nothing here executes it by itself.';
  const next = next_step_at === null ? 'no other is due' : `the next is due at ${next_step_at}`;
  return `Of its steps ${steps_taken} were taken, and ${next}. Each is an intent that its owner signs, or refused.`;
}

export function stepInWords({ step, at, intent_id, code, detail }: StepAnswer): string {
  return intent_id === null
    ? `Step ${step} was refused at ${at}: ${code} (${detail})`
    : `Step ${step} was proposed at ${at} as intent ${intent_id}.`;
}
