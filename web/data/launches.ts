import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
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

/** Which launches come first from the API, and of which status. */
export interface LaunchChoice {
  readonly status: LaunchStatus | null;
  readonly order: 'newest' | 'total_pledged_desc' | 'end_ts_asc';
}

export const LAUNCHES = question<LaunchChoice & { readonly after: string | null }>()(
  'query Launches($after: String, $status: LaunchStatus, $order: LaunchOrder)',
  z.object({
    launches: field(
      '(after: $after, first: 200, status: $status, orderBy: $order)',
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
const NEWEST: LaunchChoice = { status: null, order: 'newest' };

/**
 * Launches at one slot: all of them, or if there are more than 1,000, the first 1,000 of the choice. The count is of all.
 */
export function useLaunches(choice: LaunchChoice) {
  const newest = useFirstLaunches(NEWEST, true);
  const isChosen = choice.status !== null || choice.order !== NEWEST.order;
  const isPart = newest.data !== undefined && BigInt(newest.data.launches.length) < newest.data.totalCount;
  const chosen = useFirstLaunches(choice, isChosen && isPart);
  if (!isChosen || !isPart || newest.data === undefined) return newest;
  const data = chosen.data && {
    ...chosen.data,
    totalCount: newest.data.totalCount,
    chosen: chosen.data.totalCount,
  };
  return { ...chosen, data };
}

function useFirstLaunches({ status, order }: LaunchChoice, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['launches', status, order],
    queryFn: async ({ signal }) => {
      const readPage = async (after: string | null) =>
        (await ask(LAUNCHES, { after, status, order }, { signal })).data.launches;
      const first = await readPage(null);
      const launches = [...first.nodes];
      let { pageInfo } = first;
      for (let pages = 1; pageInfo.hasNextPage && pages < MOST_PAGES; pages += 1) {
        const next = await readPage(pageInfo.endCursor);
        launches.push(...next.nodes);
        pageInfo = next.pageInfo;
      }
      const { source, totalCount } = first;
      return { source, totalCount, chosen: totalCount, launches };
    },
    refetchInterval: ({ state: { data } }) => ((data?.totalCount ?? 0n) > MANY ? EVERY_MANY_MS : EVERY_MS),
  });
}
