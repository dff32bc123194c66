import { z } from 'zod';

/** The most of each that are named. */
export const MOST_WAITING = 100;

const named = (what: string) =>
  z
    .array(z.string())
    .max(MOST_WAITING)
    .meta({ description: `Ids of ${what}, newest first; the newest ${MOST_WAITING} of more.` });

export const waiting = z.object({
  intents: named('intents that are proposed or approved'),
  requests: named('requests for your signature that are pending'),
});
export type WaitingAnswer = z.output<typeof waiting>;
