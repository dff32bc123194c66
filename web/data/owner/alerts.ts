import { z } from 'zod';
import { ALERT_STATUSES } from '../../../schemas/rest/liquidation-alerts.ts';
import { instant, small } from '../scalars.ts';
import { useOwnerRows } from './list.ts';

const alert = z.object({
  id: z.string(),
  venue: z.string(),
  market: z.string(),
  distance_bps: small,
  note: z.string().nullable(),
  status: z.enum(ALERT_STATUSES),
  not_watched_because: z.string().nullable(),
  seen: z.object({ at: instant, sentence: z.string(), distance_bps: small.nullable() }).nullable(),
  alerted_at: instant.nullable(),
});
export type LiquidationAlert = z.output<typeof alert>;

const AGAIN_MS = 30_000;

/** The owner's liquidation alerts, refreshed while they are viewed. */
export const useLiquidationAlerts = () =>
  useOwnerRows('/liquidation-alerts/', alert, { againMs: (pages) => AGAIN_MS * pages });
