import { z } from 'zod';
import { dateTime } from './scalars.ts';
import { visibleNote, visibleText } from './visible-text.ts';

export const GATE_LEG_STATUSES = ['pending', 'passed', 'failed'] as const;

export const gateLeg = z.strictObject({
  name: z.string().meta({ description: 'Name of the leg.' }),
  status: z.enum(GATE_LEG_STATUSES),
  updated_at: dateTime.meta({ description: 'When the operator last set it.' }),
  note: z.string().meta({ description: 'The note of the operator.' }),
});

/** The off-chain gate in front of a launch, as its operator sets it. */
export const launchGate = z.strictObject({
  open: z.boolean().meta({ description: 'Every leg has passed.' }),
  pending: z.array(z.string()).meta({ description: 'Names of the undecided legs.' }),
  legs: z.array(gateLeg),
});

const A_STATUS = 'pending, passed or failed';

/** What an operator sets for one leg. */
export const gateLegGiven = {
  name: visibleText,
  status: z.enum(GATE_LEG_STATUSES, { error: A_STATUS }),
  note: visibleNote,
};

/** One leg to set, or to remove. */
export const launchGateChange = z
  .strictObject({
    name: gateLegGiven.name.meta({ description: 'Name of the leg; case makes no difference.' }),
    status: gateLegGiven.status
      .optional()
      .meta({ description: 'The new status; adds the leg if it is new.' }),
    note: gateLegGiven.note.optional().meta({ description: 'Replaces the previous note.' }),
    remove: z
      .literal(true, { error: 'true' })
      .optional()
      .meta({ description: 'Removes the leg; instead of a status.' }),
  })
  .refine(({ status, remove }) => (status === undefined) !== (remove === undefined), {
    path: ['status'],
    error: `${A_STATUS}, or left out where remove is true`,
  });

export type GateLeg = z.output<typeof gateLeg>;
export type GateLegStatus = GateLeg['status'];
export type LaunchGateAnswer = z.output<typeof launchGate>;
export type LaunchGateChange = z.input<typeof launchGateChange>;
