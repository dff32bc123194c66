import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { PledgeOrder } from '../model/pledge-orders.ts';
import { againAfter } from './failure.ts';
import { ask, field, question } from './graphql.ts';
import { type LaunchAt, launchAtSlot, launchKey } from './launch.ts';
import { atSlotShape, flowsShape, pageInfoShape } from './launch-shapes.ts';
import { nextAskMs } from './newest.ts';
import { amount, integer, pubkey } from './scalars.ts';

interface PageVariables {
  readonly launchId: string;
  readonly slot: number | null;
  readonly after: string | null;
}

const pledge = z.object({
  pledger: pubkey,
  amount,
  tokensReleased: amount,
  refunded: z.boolean(),
  pledgedTs: integer,
});

export const PLEDGES = question<PageVariables & { readonly orderBy: PledgeOrder }>()(
  'query Pledges($launchId: BigUint!, $slot: Slot, $orderBy: PledgeOrder, $after: String)',
  z.object({
    launch: launchAtSlot({
      source: atSlotShape,
      pledges: field(
        '(orderBy: $orderBy, first: 20, after: $after)',
        z.object({ nodes: z.array(pledge), pageInfo: pageInfoShape }),
      ).nullable(),
    }),
  }),
);

export interface PledgesAt extends LaunchAt {
  readonly orderBy: PledgeOrder;
  /** Where the page continues; its slot is that of the previous page. */
  readonly after: string | undefined;
}

/** A page of the pledges of a launch. */
export function usePledges({ orderBy, after, ...at }: PledgesAt) {
  return useQuery({
    queryKey: [...(after === undefined ? launchKey(at) : ['page']), 'pledges', at.launchId, orderBy, after],
    queryFn: async ({ signal }) => {
      const variables = { launchId: at.launchId, slot: slotOf(at, after), orderBy, after: after ?? null };
      const { data, failed } = await ask(PLEDGES, variables, { signal });
      if (data.launch?.pledges == null && failed[0]) throw failed[0];
      return data.launch;
    },
    refetchInterval: ({ state: { error } }) => {
      return after === undefined ? nextAskMs({ ...at, error, moves: false }) : againAfter(error);
    },
    placeholderData: keepPreviousData,
  });
}

export const FLOWS = question<PageVariables>()(
  'query Flows($launchId: BigUint!, $slot: Slot, $after: String)',
  z.object({
    launch: launchAtSlot({
      source: atSlotShape,
      escrowFlows: field('(first: 20, after: $after)', flowsShape).nullable(),
    }),
  }),
);

/** A page of escrow activity. */
export function useFlows(at: LaunchAt, after: string | undefined) {
  return useQuery({
    queryKey: [...(after === undefined ? launchKey(at) : ['page']), 'flows', at.launchId, after],
    queryFn: async ({ signal }) => {
      const variables = { launchId: at.launchId, slot: slotOf(at, after), after: after ?? null };
      const { data, failed } = await ask(FLOWS, variables, { signal });
      if (data.launch?.escrowFlows == null && failed[0]) throw failed[0];
      return data.launch;
    },
    refetchInterval: ({ state: { error } }) => {
      return after === undefined ? nextAskMs({ ...at, error, moves: false }) : againAfter(error);
    },
    placeholderData: keepPreviousData,
  });
}

/** A cursor carries its own slot. */
function slotOf({ slot }: LaunchAt, after: string | undefined): number | null {
  return after === undefined ? (slot ?? null) : null;
}
