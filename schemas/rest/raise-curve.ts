import { z } from 'zod';
import { amount, count, dateTime, launchId, slot } from './scalars.ts';
import { source } from './source.ts';

export const raisePoint = z.strictObject({
  slot,
  time: dateTime
    .nullable()
    .meta({ description: 'Block time of the slot, or of the newest known before it.' }),
  total_pledged: amount,
  pledger_count: count,
});

/** How the raise grew, step by step. */
export const raiseCurveAnswer = z.strictObject({
  source,
  launch_id: launchId,
  steps: count.meta({ description: 'Steps of the raise up to the slot of the answer, before thinning.' }),
  points: z.array(raisePoint).meta({
    description: 'Exact steps in slot order, thinned evenly. The first and the last are always included.',
  }),
});

export type RaiseCurveAnswer = z.output<typeof raiseCurveAnswer>;
