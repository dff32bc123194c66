import { z } from 'zod';
import { launchId, slot } from './scalars.ts';
import { source } from './source.ts';

/** When a launch changed: the ends, and the neighbours of one slot. */
export const launchChangesAnswer = z.strictObject({
  source,
  launch_id: launchId,
  around: slot.meta({ description: 'The slot whose neighbours these are.' }),
  first_slot: slot.meta({
    description: 'First indexed slot in which the launch, a pledge or a balance changed.',
  }),
  last_slot: slot.meta({ description: 'Last such slot up to the slot of the answer.' }),
  previous_slot: slot.nullable().meta({ description: 'Last such slot before `around`; null if none.' }),
  next_slot: slot.nullable().meta({ description: 'First such slot after `around`; null if none.' }),
});

export type LaunchChangesAnswer = z.output<typeof launchChangesAnswer>;
