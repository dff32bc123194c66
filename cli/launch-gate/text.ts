import type { LaunchGateAnswer } from '../../schemas/rest/launch-gate.ts';

/** The gate for people: a line for each leg, and whether it is open. */
export function gateText(gate: LaunchGateAnswer): string {
  const legs = gate.legs.map(({ name, status, updated_at, note }) =>
    [name, status, updated_at, note].filter((part) => part !== '').join('  '),
  );
  return `${[...legs, standing(gate)].join('\n')}\n`;
}

function standing({ open, pending, legs }: LaunchGateAnswer): string {
  if (legs.length === 0) return 'the launch gate has no legs: it is open';
  if (open) return 'the launch gate is open: every leg has passed';
  const failed = legs.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const because = [
    ...(pending.length > 0 ? [`waiting for ${pending.join(', ')}`] : []),
    ...(failed.length > 0 ? [`failed: ${failed.join(', ')}`] : []),
  ];
  return `the launch gate is not open: ${because.join('; ')}`;
}
