import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ACTIVITY_KINDS, type ActivityKind } from '../../schemas/activity-kinds.ts';
import { againAfter } from './failure.ts';
import { askRest } from './http.ts';
import { SOURCE_CHANGED } from './launch-shapes.ts';
import { follow, type Liveness } from './live.ts';
import { nextAskMs } from './newest.ts';
import { paced } from './paced.ts';
import { amount, instant, integer, pubkey, small } from './scalars.ts';

const rowShape = z.object({
  kind: z.enum(ACTIVITY_KINDS),
  launch_id: amount,
  wallet: pubkey,
  amount,
  mint: pubkey.nullable(),
  decimals: small.nullable(),
  slot: integer,
  time: instant.nullable(),
  signature: z.string().nullable(),
});
export type ActivityRow = z.output<typeof rowShape>;

const pageShape = z.object({
  source: z.object({ last_indexed_slot: integer, slot_time: instant.nullable() }),
  next_cursor: z.string().nullable(),
  results: z.array(rowShape),
});

export function readActivity(given: Readonly<Record<string, string>>, signal: AbortSignal) {
  return askRest({ path: `/ilo/activity/?${new URLSearchParams(given)}`, shape: pageShape, signal });
}

export interface ActivityPlace {
  readonly kind: ActivityKind | undefined;
  /** Where the page continues; undefined for the newest, which follows the chain. */
  readonly after: string | undefined;
}

const KEY = ['activity', 'newest'] as const;

/** A page of what happened to pledges in all launches, newest first. */
export function useActivity({ kind, after }: ActivityPlace) {
  return useQuery({
    queryKey: [...(after === undefined ? KEY : ['page', 'activity']), kind, after],
    queryFn: ({ signal }) =>
      readActivity({ limit: '50', ...(kind && { kind }), ...(after && { cursor: after }) }, signal),
    refetchInterval: ({ state: { error } }) =>
      after === undefined ? nextAskMs({ slot: undefined, error, moves: false }) : againAfter(error),
    placeholderData: keepPreviousData,
  });
}

const AT_MOST_EVERY_MS = 2_000;

/** Refreshes the newest page after each step of the index, and when events resume. */
export function useLiveActivity(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { again, stop } = paced(() => client.invalidateQueries({ queryKey: KEY }), AT_MOST_EVERY_MS);
    const onLiveness = (liveness: Liveness): void => {
      if (liveness === 'live') again();
    };
    const leave = follow(SOURCE_CHANGED, {}, { onEvent: again, onLiveness });
    return () => {
      stop();
      leave();
    };
  }, [client]);
}
