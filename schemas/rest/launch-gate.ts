import { z } from 'zod';
import { dateTime } from './scalars.ts';
import { visibleNote, visibleText } from './visible-text.ts';

export const GATE_LEG_STATUSES = ['pending', 'passed', 'failed'] as const;

export const gateLeg = z.strictObject({
  name: z.string(),
  status: z.enum(GATE_LEG_STATUSES),
  updated_at: dateTime,
  note: z.string(),
});

/** The off-chain gate in front of a launch, as its operator sets it. */
export const launchGate = z.strictObject({
  open: z.boolean().meta({ description: 'Every leg has passed.' }),
  pending: z.array(z.string()).meta({ description: 'Names of the legs that have not been decided.' }),
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
  .strictObject(
    {
      name: gateLegGiven.name.meta({ description: 'Of the leg; case makes no difference.' }),
      status: gateLegGiven.status.optional().meta({ description: 'What it is set to; adds a new leg.' }),
      note: gateLegGiven.note.optional().meta({ description: 'Takes the place of the note before.' }),
      remove: z.literal(true, { error: 'true' }).optional().meta({ description: 'Instead of a status.' }),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? 'an object of name, status, note and remove' : undefined,
    },
  )
  .refine(({ status, remove }) => (status === undefined) !== (remove === undefined), {
    path: ['status'],
    error: `${A_STATUS}, or left out where remove is true`,
  });

export type GateLeg = z.output<typeof gateLeg>;
export type GateLegStatus = GateLeg['status'];
export type LaunchGateAnswer = z.output<typeof launchGate>;
export type LaunchGateChange = z.input<typeof launchGateChange>;
