import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ask, field, question } from './graphql.ts';
import { atSlotShape, pageInfoShape, summaryShape } from './launch-shapes.ts';
import { instant, integer } from './scalars.ts';

const EVERY_MS = 5_000;

const gateShape = z.object({
  open: z.boolean(),
  pending: z.array(z.string()),
  legs: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['pending', 'passed', 'failed']),
      updatedAt: instant,
      note: z.string(),
    }),
  ),
});
export type LaunchGate = z.output<typeof gateShape>;

export const STATUS = question()(
  'query Status',
  z.object({
    status: z.object({ source: atSlotShape, launch: summaryShape.nullable(), launchGate: gateShape }),
  }),
);

/** The current launch, and the launch gate. */
export function useStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }) => (await ask(STATUS, {}, { signal })).data.status,
    refetchInterval: EVERY_MS,
  });
}

export const LAUNCHES = question<{ readonly after: string | null }>()(
  'query Launches($after: String)',
  z.object({
    launches: field(
      '(after: $after, first: 200)',
      z.object({
        source: atSlotShape,
        totalCount: integer,
        nodes: z.array(summaryShape),
        pageInfo: pageInfoShape,
      }),
    ),
  }),
);

/** Pages that are read: the table sorts and filters what it has, and says if that is not everything. */
const MOST_PAGES = 5;
const MANY = 200n;
const EVERY_MANY_MS = 15_000;

/** The newest launches, at most 1,000, all at one slot. */
export function useLaunches() {
  return useQuery({
    queryKey: ['launches'],
    queryFn: async ({ signal }) => {
      const readPage = async (after: string | null) =>
        (await ask(LAUNCHES, { after }, { signal })).data.launches;
      const first = await readPage(null);
      const launches = [...first.nodes];
      let { pageInfo } = first;
      for (let pages = 1; pageInfo.hasNextPage && pages < MOST_PAGES; pages += 1) {
        const next = await readPage(pageInfo.endCursor);
        launches.push(...next.nodes);
        pageInfo = next.pageInfo;
      }
      return { source: first.source, totalCount: first.totalCount, launches };
    },
    refetchInterval: ({ state: { data } }) => ((data?.totalCount ?? 0n) > MANY ? EVERY_MANY_MS : EVERY_MS),
  });
}
