import type { GateLeg, LaunchGateAnswer } from '../../../schemas/rest/launch-gate.ts';
import type { GateState } from '../../state/launch-gate.ts';
import { wireInstant } from '../wire.ts';

/** The `launch_gate` of an answer: open once every leg has passed. */
export function launchGateAnswer(legs: readonly GateLeg[]): LaunchGateAnswer {
  return {
    open: legs.every(({ status }) => status === 'passed'),
    pending: legs.filter(({ status }) => status === 'pending').map(({ name }) => name),
    legs: [...legs],
  };
}

/** The legs in wire format. */
export function gateLegs({ legs }: GateState): GateLeg[] {
  return legs.map(({ name, status, updatedAt, note }) => ({
    name,
    status,
    updated_at: wireInstant(updatedAt),
    note,
  }));
}
