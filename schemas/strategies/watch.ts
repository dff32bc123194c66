import { z } from 'zod';
import { dateTime } from '../rest/scalars.ts';

const scaled = z.string().regex(/^[0-9]{1,60}$/);

/** What a strategy that is watched remembers from look to look. Prices are integers, times 10^18. */
export const watchMemory = z.object({
  /** The price that a rise or fall is measured from. */
  reference: scaled.optional(),
  /** Prices by the time that they were seen, oldest first. */
  samples: z.array(z.tuple([z.int(), scaled])).optional(),
  /** Base units that the last buy gave at least; undefined while nothing is held. */
  held: z.string().optional(),
  /** What becomes true when the last proposal is confirmed. */
  pending: z.object({ held: z.string().nullable() }).optional(),
  /** The rule that acted last and still applies. */
  applied: z.int().optional(),
});
export type WatchMemory = z.output<typeof watchMemory>;

/** What was seen when a strategy was looked at, as it is answered and stored. */
export const watchSeen = z.strictObject({
  at: dateTime,
  sentence: z.string().meta({ description: 'What was seen.' }),
  price: z.string().nullable().meta({
    description: 'The price that it depends on, as the plan measures it.',
  }),
  source: z.string().nullable().meta({ description: 'The venue that quoted it.' }),
});
export type WatchSeen = z.output<typeof watchSeen>;
