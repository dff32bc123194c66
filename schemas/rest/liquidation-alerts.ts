import { z } from 'zod';
import { dateTime, rowPage } from './scalars.ts';

const price = z.string().nullable().meta({ description: 'As the venue gives it; null if it gives none.' });

/** What was seen of a position, as it is answered and stored. */
export const alertSeen = z.strictObject({
  at: dateTime,
  sentence: z.string().meta({ description: 'What was seen, or why nothing was.' }),
  position_id: z.string().nullable(),
  side: z.string().nullable(),
  distance_bps: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'Distance to liquidation, in basis points of the price; null if unknown.' }),
  mark_price: price,
  liquidation_price: price,
});
export type AlertSeen = z.output<typeof alertSeen>;

export const ALERT_STATUSES = ['active', 'stored'] as const;

/** Whether an alert is watched, and what its last look saw. */
export const alertWatch = {
  status: z.enum(ALERT_STATUSES).meta({
    description: 'active: the service looks at the position every minute. stored: nothing watches it.',
  }),
  not_watched_because: z.string().nullable().meta({ description: 'Why it is stored only; null if active.' }),
  seen: alertSeen.nullable().meta({ description: 'The last look; null before the first.' }),
  alerted_at: dateTime.nullable().meta({ description: 'When the owner was told last.' }),
} as const;

/** An alert as its owner's page lists it. */
export const liquidationAlertRow = z.strictObject({
  id: z.string(),
  venue: z.string(),
  market: z.string(),
  distance_bps: z.int(),
  note: z.string().nullable(),
  ...alertWatch,
  created_at: dateTime,
  updated_at: dateTime,
});

export const liquidationAlertsAnswer = rowPage(liquidationAlertRow);
export type LiquidationAlertsAnswer = z.output<typeof liquidationAlertsAnswer>;
