import type { StrategyStatus } from '../../schemas/strategies/statuses.ts';

export const STRATEGY_ACTIONS = ['modify', 'configure', 'publish', 'pause', 'resume', 'cancel'] as const;
export type StrategyAction = (typeof STRATEGY_ACTIONS)[number];

/** The status after each action that a status allows. */
const TABLE: Readonly<Record<StrategyStatus, Partial<Record<StrategyAction, StrategyStatus>>>> = {
  stored: {
    modify: 'stored',
    configure: 'stored',
    publish: 'stored',
    resume: 'active',
    cancel: 'cancelled',
  },
  active: { modify: 'active', configure: 'active', publish: 'active', pause: 'paused', cancel: 'cancelled' },
  paused: { modify: 'paused', configure: 'paused', publish: 'paused', resume: 'active', cancel: 'cancelled' },
  completed: { configure: 'completed', publish: 'completed' },
  cancelled: {},
};

/** Actions that change what a strategy does: its steps use the credential of whoever takes them. */
const AUTHORING: readonly StrategyAction[] = ['modify', 'resume'];

export function isAuthoring(action: StrategyAction): boolean {
  return AUTHORING.includes(action);
}

/** The status after an action; undefined if the current status does not allow it. */
export function strategyAfter(status: StrategyStatus, action: StrategyAction): StrategyStatus | undefined {
  return TABLE[status][action];
}

/**
 * When the next step is due: the first future time of the plan's schedule. Missed steps are skipped, never made
 * up in a burst: one late step, then the schedule again. Times are Unix milliseconds.
 */
export function nextStepDue(due: number, now: number, intervalMs: number): number {
  const missed = Math.max(0, Math.floor((now - due) / intervalMs));
  return due + (missed + 1) * intervalMs;
}

/** When the first step after a start is due: immediately, but at least an interval after the last one. */
export function stepDueAtStart(last: number | undefined, now: number, intervalMs: number): number {
  return last === undefined ? now : Math.max(now, last + intervalMs);
}
