import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { ask, question } from './graphql.ts';
import { PAGE_INFO, pageInfoShape, SUMMARY_FIELDS, summaryShape } from './launch-shapes.ts';
import { instant, integer } from './scalars.ts';
import { AT_SLOT, atSlotShape } from './source.ts';

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

export const STATUS = question<Record<string, never>>()(
  `query Status {
    status {
      ${AT_SLOT}
      launch { ${SUMMARY_FIELDS} }
      launchGate { open pending legs { name status updatedAt note } }
    }
  }`,
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
  `query Launches($status: LaunchStatus, $after: String) {
    launches(status: $status, after: $after, first: 20) {
      ${AT_SLOT}
      totalCount
      nodes { ${SUMMARY_FIELDS} }
      ${PAGE_INFO}
    }
  }`,
  z.object({
    launches: z.object({
      source: atSlotShape,
      totalCount: integer,
      nodes: z.array(summaryShape),
      pageInfo: pageInfoShape,
    }),
  }),
);

/**
 * A page of launches. Later pages stay at the slot of the first, so they are not refreshed. A page stays visible until
 * the next one of the same listing has arrived; one with another status does not match the request.
 */
export function useLaunches({
  status,
  after,
}: {
  status?: LaunchStatus | undefined;
  after?: string | undefined;
}) {
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
