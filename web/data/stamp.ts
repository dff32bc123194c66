import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { type Freshness, freshness } from '../model/freshness.ts';
import { Failure, failureOf, kindOf } from './failure.ts';
import { ask } from './graphql.ts';
import { exchange, read } from './http.ts';
import { SOURCE, SOURCE_CHANGED, type Source } from './launch-shapes.ts';
import { follow, type Liveness } from './live.ts';
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

const SOURCE_KEY = ['source'] as const;
const READY_EVERY_MS = 10_000;
/** The refresh interval of the stamp without events. */
const FALLBACK_MS = 15_000;

/** The stamp of the newest answer; undefined until known. Kept up to date by `useStamp` of the header. */
export function useSource(): Source | undefined {
  return useSourceQuery().data;
}

function useSourceQuery() {
  return useQuery({
    queryKey: SOURCE_KEY,
    queryFn: async ({ signal }) => (await ask(SOURCE, {}, { signal })).data.source,
    refetchInterval: FALLBACK_MS,
  });
}

export interface StampState extends Freshness {
  readonly source: Source | undefined;
  readonly liveness: Liveness;
}

/** The stamp of the header, kept up to date by events. One per page. */
export function useStamp(): StampState {
  const client = useQueryClient();
  const source = useSourceQuery();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const ready = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => askReady(signal),
    refetchInterval: READY_EVERY_MS,
    retry: 1,
  });
  useEffect(
    () =>
      follow(
        SOURCE_CHANGED,
        {},
        {
          onEvent: ({ sourceChanged }) => client.setQueryData(SOURCE_KEY, sourceChanged),
          onLiveness: setLiveness,
        },
      ),
    [client],
  );
  const failure = failing(ready.error ?? source.error);
  return { ...freshness({ source: source.data, ready: ready.data, failure }), source: source.data, liveness };
}

function failing(error: Error | null): Failure | undefined {
  return error === null ? undefined : failureOf(error);
}
