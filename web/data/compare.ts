import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type ActivityRow, readActivity } from './activity.ts';
import { ask, question } from './graphql.ts';
import { type LaunchAt, launchAtSlot, launchKey } from './launch.ts';
import { accountsShape, launchShape } from './launch-shapes.ts';

interface Variables {
  readonly launchId: string;
  readonly slot: number | null;
}

const comparedShape = launchShape.extend(accountsShape.pick({ authority: true, pledgeMint: true }).shape);

export const COMPARED = question<Variables>()(
  'query Compared($launchId: BigUint!, $slot: Slot)',
  z.object({ launch: launchAtSlot(comparedShape.shape) }),
);
export type ComparedLaunch = z.output<typeof comparedShape>;

/** The accounts of a launch at one slot; null if it does not exist there. */
export function useCompared(at: LaunchAt) {
  return useQuery({
    queryKey: [...launchKey(at), 'compared'],
    queryFn: async ({ signal }) => {
      const variables = { launchId: at.launchId, slot: at.slot ?? null };
      return (await ask(COMPARED, variables, { signal })).data.launch;
    },
    refetchInterval: at.slot === undefined ? 15_000 : false,
  });
}

/** Changes that are read between two slots; a reader is told if there are more. */
const MOST_PAGES = 10;

interface Between {
  readonly launchId: string;
  /** The earlier slot, exclusive, and the later one. */
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
}

/** What happened to the pledges of a launch between two slots, newest first. */
export function useBetween({ launchId, fromSlot, toSlot }: Between) {
  return useQuery({
    queryKey: ['between', launchId, fromSlot.toString(), toSlot.toString()],
    queryFn: async ({ signal }) => {
      const rows: ActivityRow[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const at = cursor === undefined ? { as_of_slot: toSlot.toString() } : { cursor };
        const page = await readActivity({ limit: '200', launch_id: launchId, ...at }, signal);
        rows.push(...page.results.filter(({ slot }) => slot > fromSlot));
        cursor = page.next_cursor ?? undefined;
        const isBehind = page.results.some(({ slot }) => slot <= fromSlot);
        if (cursor === undefined || isBehind) return { rows, cut: false };
      }
      return { rows, cut: true };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
