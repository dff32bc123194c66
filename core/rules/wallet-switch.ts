import type { Hold } from './gates.ts';

/** Whether agents may act for a wallet, from free to stopped. */
export const SWITCH_STATES = ['on', 'paused', 'killed'] as const;

export type SwitchState = (typeof SWITCH_STATES)[number];

/** Why a tool cannot be called; undefined if it can. */
export function stoppedBy(state: SwitchState, hold: Hold): 'pause' | 'kill' | undefined {
  if (hold === 'none' || state === 'on') return undefined;
  if (state === 'killed') return 'kill';
  return hold === 'all' ? 'pause' : undefined;
}

/** Whether a state lets agents do more than another. */
export function switchWidens(now: SwitchState, next: SwitchState): boolean {
  return SWITCH_STATES.indexOf(next) < SWITCH_STATES.indexOf(now);
}
