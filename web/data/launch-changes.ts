import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ask, field, question } from './graphql.ts';
import type { LaunchAt } from './launch.ts';
import { movesWithTime } from './newest.ts';
import { integer } from './scalars.ts';

const changesShape = z.object({
  firstSlot: integer,
  lastSlot: integer,
  previousSlot: integer.nullable(),
  nextSlot: integer.nullable(),
});

const settlementShape = z.object({ release: z.object({ unlockedBps: integer.nullable() }).nullable() });

interface Variables {
  readonly launchId: string;
  readonly around: number | null;
}

export const LAUNCH_CHANGES = question<Variables>()(
  'query LaunchChanges($launchId: BigUint!, $around: Slot)',
  z.object({
    launch: field(
      '(launchId: $launchId)',
      z.object({
        settlement: settlementShape.nullable(),
        changes: field('(around: $around)', changesShape).nullable(),
      }),
    ).nullable(),
  }),
);

/**
 * When a launch changed, up to now: the ends, the changes next to the slot shown, and whether time alone changes it on.
 * Asked once, since a busy launch changes all the time; `refetch` gives the newest.
 */
export function useLaunchChanges({ launchId, slot }: LaunchAt) {
  return useQuery({
    queryKey: ['launch changes', launchId, slot ?? 'now'],
    queryFn: async ({ signal }) => {
      const variables = { launchId, around: slot ?? null };
      const { data, failed } = await ask(LAUNCH_CHANGES, variables, { signal });
      if (failed[0] !== undefined) throw failed[0];
      const { settlement = null, changes = null } = data.launch ?? {};
      return changes && { ...changes, goesOn: movesWithTime(settlement) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[1] === launchId ? before : undefined),
  });
}

const range = z.object({ fromSlot: integer, toSlot: integer });
export const COVERAGE = question()(
  'query Coverage',
  z.object({
    coverage: field('(first: 1)', z.object({ firstSlot: integer.nullable(), lost: z.array(range) })),
  }),
);

/** Which slots can be answered for. */
export function useCoverage() {
  return useQuery({
    queryKey: ['coverage'],
    queryFn: async ({ signal }) => (await ask(COVERAGE, {}, { signal })).data.coverage,
    staleTime: 30_000,
  });
}
