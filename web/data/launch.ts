import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ask, field, question } from './graphql.ts';
import { launchShape } from './launch-shapes.ts';
import { follow, type Liveness } from './live.ts';
import { movesWithTime, nextAskMs } from './newest.ts';
import { paced } from './paced.ts';
import { integer } from './scalars.ts';

/** Which launch, and the requested slot; by default the newest. */
export interface LaunchAt {
  readonly launchId: string;
  readonly slot: number | undefined;
}

export interface AtVariables {
  readonly launchId: string;
  readonly slot: number | null;
}

/** Fields of the launch at the requested slot. */
export const launchAtSlot = <Fields extends z.ZodRawShape>(fields: Fields) =>
  field('(launchId: $launchId, asOfSlot: $slot)', z.object(fields)).nullable();

export const LAUNCH = question<AtVariables>()(
  'query Launch($launchId: BigUint!, $slot: Slot)',
  z.object({
    source: field('(asOfSlot: $slot)', z.object({ lastIndexedSlot: integer })),
    launch: launchAtSlot({ ...launchShape.shape }),
  }),
);

/** What follows every change of one launch, at one slot: everything under this key belongs to that launch and slot. */
export function launchKey({ launchId, slot }: LaunchAt): readonly unknown[] {
  return ['launch', launchId, slot ?? 'now'];
}

/**
 * One launch, and the slot at which it is exact; null if it does not exist. Parts that could not be read besides its
 * accounts are null, and named in `failed`.
 */
export function useLaunch(at: LaunchAt) {
  return useQuery({
    queryKey: [...launchKey(at), 'all'],
    queryFn: async ({ signal }) => {
      const variables = { launchId: at.launchId, slot: at.slot ?? null };
      const { data, failed } = await ask(LAUNCH, variables, { signal });
      return { launch: data.launch, slot: data.source.lastIndexedSlot, failed };
    },
    refetchInterval: ({ state: { data, error } }) => {
      const launch = data?.launch ?? null;
      return nextAskMs({ ...at, error, moves: launch !== null && movesWithTime(launch.settlement) });
    },
    placeholderData: (before, query) => (query?.queryKey[1] === at.launchId ? before : undefined),
  });
}

export type FullLaunch = NonNullable<NonNullable<ReturnType<typeof useLaunch>['data']>['launch']>;

export const LAUNCH_CHANGED = question<{ readonly launchId: string }>()(
  'subscription LaunchChanged($launchId: BigUint!)',
  z.object({
    launchChanged: field('(launchId: $launchId)', z.object({ updatedSlot: integer })).nullable(),
  }),
);

/** A launch may change in every slot; a reader need not see each. */
const AT_MOST_EVERY_MS = 3_000;

/**
 * Refreshes all data of a launch when it changes, while its newest state is shown; and whenever events resume, since
 * earlier changes send no event.
 */
export function useLiveLaunch({ launchId, slot }: LaunchAt): void {
  const client = useQueryClient();
  useEffect(() => {
    if (slot !== undefined) return;
    const queryKey = launchKey({ launchId, slot: undefined });
    const { again, stop } = paced(() => client.invalidateQueries({ queryKey }), AT_MOST_EVERY_MS);
    const onLiveness = (liveness: Liveness): void => {
      if (liveness === 'live') again();
    };
    const leave = follow(LAUNCH_CHANGED, { launchId }, { onEvent: again, onLiveness });
    return () => {
      stop();
      leave();
    };
  }, [client, launchId, slot]);
}
