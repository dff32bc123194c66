import type { GateLeg, LaunchGateAnswer } from '../../schemas/rest/launch-gate.ts';

/** The `launch_gate` of an answer: open once every leg has passed. */
export function launchGateAnswer(legs: readonly GateLeg[]): LaunchGateAnswer {
  return {
    open: legs.every(({ status }) => status === 'passed'),
    pending: legs.filter(({ status }) => status === 'pending').map(({ name }) => name),
    legs: [...legs],
  };
}
