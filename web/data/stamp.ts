import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type Freshness, freshness } from '../model/freshness.ts';
import { silenceOf } from '../model/silence.ts';
import { Failure, failureOf, kindOf } from './failure.ts';
import { ask } from './graphql.ts';
import { useHearing } from './heard.ts';
import { exchange, read } from './http.ts';
import { SOURCE, SOURCE_CHANGED, type Source } from './launch-shapes.ts';
import { follow, type Liveness, reconnectAll } from './live.ts';
import { integer } from './scalars.ts';

const ready = z.object({
  status: z.literal('ready'),
  last_indexed_slot: integer,
  checkpoint_age_seconds: integer,
  max_lag_slots: integer,
  max_age_seconds: integer,
  repairing: z.string().nullable(),
});
const notReady = z.object({ status: z.literal('not_ready'), code: z.string(), detail: z.string() });
const readiness = z.union([ready, notReady]);

/** The answer of `/ready`. */
export type Readiness = z.output<typeof readiness>;

/** It is answered from memory. */
const READY_LIMIT_MS = 5_000;

/** @throws Failure without an answer */
async function askReady(signal?: AbortSignal): Promise<Readiness> {
  const { status, json } = await exchange({ path: 'ready', signal, limitMs: READY_LIMIT_MS });
  if (status === 200 || status === 503) return read(readiness, json);
  throw new Failure({ kind: kindOf(status), detail: `Launchlens answered with status ${status}.`, status });
}

const SOURCE_KEY = ['source'] as const;
const READY_KEY = ['ready'] as const;
const READY_EVERY_MS = 10_000;
/** While nothing arrives. */
const READY_AGAIN_MS = 2_000;
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
  /** How long nothing has arrived. */
  readonly silentMs: number;
  readonly source: Source | undefined;
}

/** The stamp of the header, kept up to date by events and watched while none arrive. One per page. */
export function useStamp(): StampState {
  const client = useQueryClient();
  const source = useSourceQuery();
  const hearing = useHearing();
  const isSilent = silenceOf(hearing.silentMs) !== 'none';
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const ready = useQuery({
    queryKey: READY_KEY,
    queryFn: ({ signal }) => askReady(signal),
    refetchInterval: isSilent ? READY_AGAIN_MS : READY_EVERY_MS,
    retry: 1,
  });
  useEffect(
    () =>
      follow(
        SOURCE_CHANGED,
        {},
        {
          onEvent: ({ sourceChanged }) =>
            client.setQueryData<Source>(SOURCE_KEY, (before) => before && { ...before, ...sourceChanged }),
          onLiveness: setLiveness,
        },
      ),
    [client],
  );
  useLookAfterSilence(isSilent);
  const failure = failing(ready.error ?? source.error);
  const facts = { source: source.data, ready: ready.data, failure, hearing };
  const { silentMs } = hearing;
  return { ...freshness({ ...facts, connected: liveness === 'live' }), silentMs, source: source.data };
}

const RECONNECT_EVERY_MS = 30_000;

/** Asks when nothing arrives. An answer of a newer slot than events told of means that their connections are dead. */
function useLookAfterSilence(isSilent: boolean): void {
  const client = useQueryClient();
  const reconnectedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (isSilent) {
      void client.refetchQueries({ queryKey: READY_KEY }, { cancelRefetch: false });
    } else if (isBehind(client)) {
      void client.invalidateQueries({ queryKey: SOURCE_KEY });
      if (performance.now() - reconnectedAt.current < RECONNECT_EVERY_MS) return;
      reconnectedAt.current = performance.now();
      reconnectAll();
    }
  }, [client, isSilent]);
}

function isBehind(client: QueryClient): boolean {
  const ready = client.getQueryData<Readiness>(READY_KEY);
  const source = client.getQueryData<Source>(SOURCE_KEY);
  return (
    ready?.status === 'ready' && source !== undefined && ready.last_indexed_slot > source.lastIndexedSlot
  );
}

function failing(error: Error | null): Failure | undefined {
  return error === null ? undefined : failureOf(error);
}
