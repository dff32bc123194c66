import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { exchange, read } from './http.ts';
import { integer } from './scalars.ts';

const ready = z.object({
  status: z.literal('ready'),
  checkpoint_age_seconds: integer,
  max_lag_slots: integer,
  max_age_seconds: integer,
  repairing: z.string().nullable(),
});
const notReady = z.object({ status: z.literal('not_ready'), code: z.string(), detail: z.string() });
const readiness = z.union([ready, notReady]);

/** The answer of `/ready`. */
export type Readiness = z.output<typeof readiness>;

/** @throws Failure without an answer */
export async function askReady(signal?: AbortSignal): Promise<Readiness> {
  const { status, json } = await exchange({ path: 'ready', signal });
  if (status === 200 || status === 503) return read(readiness, json);
  throw new Failure({ kind: kindOf(status), detail: `Launchlens answered with status ${status}.`, status });
}
