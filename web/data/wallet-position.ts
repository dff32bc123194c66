import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ask, field, question } from './graphql.ts';
import { type LaunchAt, launchAtSlot, launchKey } from './launch.ts';
import { atSlotShape } from './launch-shapes.ts';
import { nextAskMs } from './newest.ts';
import { amount, integer, pubkey } from './scalars.ts';

export const allocationShape = z.object({
  entitlement: amount,
  unlocked: amount.nullable(),
  released: amount,
  claimable: amount.nullable(),
});

export const refundShape = z.object({ amount, refunded: z.boolean() });

const position = z.object({
  pledgeAddress: pubkey,
  pledged: amount,
  pledgedTs: integer.nullable(),
  allocation: allocationShape.nullable(),
  refund: refundShape.nullable(),
});
export type WalletPosition = z.output<typeof position>;

interface Variables {
  readonly launchId: string;
  readonly slot: number | null;
  readonly wallet: string;
}

export const WALLET = question<Variables>()(
  'query WalletInLaunch($launchId: BigUint!, $slot: Slot, $wallet: Pubkey!)',
  z.object({
    launch: launchAtSlot({ source: atSlotShape, wallet: field('(address: $wallet)', position).nullable() }),
  }),
);

/** One wallet's position in a launch, and the slot at which it is exact. */
export function useWalletPosition(at: LaunchAt, wallet: string | undefined) {
  return useQuery({
    enabled: wallet !== undefined,
    queryKey: [...launchKey(at), 'wallet', wallet],
    queryFn: async ({ signal }) => {
      const variables = { launchId: at.launchId, slot: at.slot ?? null, wallet: wallet ?? '' };
      const { data, failed } = await ask(WALLET, variables, { signal });
      if (data.launch?.wallet == null && failed[0]) throw failed[0];
      return data.launch;
    },
    refetchInterval: ({ state: { data, error } }) => {
      const allocation = data?.wallet?.allocation ?? null;
      const moves = allocation !== null && allocation.unlocked !== allocation.entitlement;
      return nextAskMs({ ...at, error, moves });
    },
  });
}
