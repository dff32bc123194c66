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

interface ListVariables {
  readonly status: LaunchStatus | null;
  readonly after: string | null;
}

export const LAUNCHES = question<ListVariables>()(
  'query Launches($status: LaunchStatus, $after: String)',
  z.object({
    launches: field(
      '(status: $status, after: $after, first: 20)',
      z.object({
        source: atSlotShape,
        totalCount: integer,
        nodes: z.array(summaryShape),
        pageInfo: pageInfoShape,
      }),
    ),
  }),
);

/**
 * A page of launches. Later pages stay at the slot of the first, so they are not refreshed. A page stays visible until
 * the next one of the same listing has arrived; one with another status does not match the request.
 */
export function useLaunches(status: LaunchStatus | undefined, after: string | undefined) {
  return useQuery({
    queryKey: ['launches', status, after],
    queryFn: async ({ signal }) => {
      const { data } = await ask(LAUNCHES, { status: status ?? null, after: after ?? null }, { signal });
      return data.launches;
    },
    refetchInterval: after === undefined ? EVERY_MS : false,
    placeholderData: (before, query) => (query?.queryKey[1] === status ? before : undefined),
  });
}
