import { z } from 'zod';
import { mintFields } from './mints.ts';
import { amount, count, dateTime, launchId, slot } from './scalars.ts';
import { source } from './source.ts';

export const raisePoint = z.strictObject({
  slot: slot.meta({ description: 'Slot in which the raise changed.' }),
  time: dateTime
    .nullable()
    .meta({ description: 'Block time of the slot, or of the newest known before it.' }),
  total_pledged: amount.meta({ description: 'Pledged up to then, in base units of the pledge mint.' }),
  pledger_count: count.meta({ description: 'Wallets that had pledged by then.' }),
});

/** How the raise grew, step by step. */
export const raiseCurveAnswer = z.strictObject({
  source,
  launch_id: launchId,
  ...mintFields,
  steps: count.meta({ description: 'Steps of the raise up to the slot of the answer, before thinning.' }),
  points: z.array(raisePoint).meta({
    description: 'Exact steps in slot order, thinned evenly. The first and the last are always included.',
  }),
});

export type RaiseCurveAnswer = z.output<typeof raiseCurveAnswer>;
