import { z } from 'zod';
import { LAUNCH_STATUSES } from '../launch-statuses.ts';
import { amount, count, launchId, pubkey, timestamp } from '../rest/scalars.ts';
import type { AccountFields, Unit } from './field.ts';

/** How a value of each unit is written in answers. */
const WIRE = {
  address: pubkey,
  base_units: amount,
  count: count.meta({ examples: [3] }),
  flag: z.boolean().meta({ examples: [false] }),
  id: launchId,
  seconds: count.meta({ examples: [86_400] }),
  status: z
    .int()
    .min(0)
    .max(LAUNCH_STATUSES.length - 1)
    .meta({ examples: [2] }),
  unix_time: timestamp,
} as const satisfies Readonly<Record<Unit, z.ZodType>>;

export type AnswerFields<Fields extends AccountFields> = {
  -readonly [Name in keyof Fields]: (typeof WIRE)[Fields[Name]['unit']];
};

/** The schema of every field, in the order of the declaration. */
export function answerFields<const Fields extends AccountFields>(fields: Fields): AnswerFields<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { unit, meaning }]) => [
      name,
      WIRE[unit].meta({ ...WIRE[unit].meta(), description: meaning }),
    ]),
  ) as AnswerFields<Fields>;
}
