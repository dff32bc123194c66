import { z } from 'zod';
import { dateTime } from './scalars.ts';

export const gateLeg = z.strictObject({
  name: z.string(),
  status: z.enum(['pending', 'passed', 'failed']),
  updated_at: dateTime,
  note: z.string(),
});

/** The off-chain gate in front of a launch, as its operator sets it. */
export const launchGate = z.strictObject({
  open: z.boolean().meta({ description: 'Every leg has passed.' }),
  pending: z.array(z.string()).meta({ description: 'Names of the legs that have not been decided.' }),
  legs: z.array(gateLeg),
});

export type GateLeg = z.output<typeof gateLeg>;
export type LaunchGateAnswer = z.output<typeof launchGate>;
