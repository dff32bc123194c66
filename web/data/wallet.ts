import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { ask, field, question } from './graphql.ts';
import { atSlotShape, pageInfoShape, statusShape } from './launch-shapes.ts';
import { nextAskMs } from './newest.ts';
import { amount, integer, pubkey, small } from './scalars.ts';
import { allocationShape, refundShape } from './wallet-position.ts';

interface Variables {
  readonly wallet: string;
  readonly slot: number | null;
  readonly after: string | null;
}

const pledge = z.object({
  amount,
  pledgedTs: integer,
  launch: z.object({
    launchId: amount,
    status: statusShape,
    pledgeMint: pubkey,
    pledgeMintDecimals: small.nullable(),
    launchMint: pubkey,
    launchMintDecimals: small.nullable(),
  }),
  allocation: allocationShape.nullable(),
  refund: refundShape.nullable(),
});
export type WalletPledge = z.output<typeof pledge>;

export const WALLET_PLEDGES = question<Variables>()(
  'query WalletPledges($wallet: Pubkey!, $slot: Slot, $after: String)',
  z.object({
    wallet: field(
      '(address: $wallet, asOfSlot: $slot)',
      z.object({
        source: atSlotShape,
        pledges: field(
          '(first: 200, after: $after)',
          z.object({ totalCount: integer, nodes: z.array(pledge), pageInfo: pageInfoShape }),
        ).nullable(),
      }),
    ),
  }),
);

/** Pages that are read; a wallet with pledges in more launches is shown in part, and the page says so. */
const MOST_PAGES = 5;

export interface WalletAt {
  readonly wallet: string;
  /** Undefined for the newest. */
  readonly slot: number | undefined;
}

/** The pledges of a wallet in all launches, newest launch first, all at one slot. */
export function useWallet({ wallet, slot }: WalletAt) {
  return useQuery({
    queryKey: ['wallet', wallet, slot ?? 'now'],
    queryFn: async ({ signal }) => {
      const first = await readPage({ wallet, slot: slot ?? null, after: null }, signal);
      const pledges = [...first.page.nodes];
      let { pageInfo } = first.page;
      for (let pages = 1; pageInfo.hasNextPage && pages < MOST_PAGES; pages += 1) {
        const next = await readPage({ wallet, slot: null, after: pageInfo.endCursor }, signal);
        pledges.push(...next.page.nodes);
        pageInfo = next.page.pageInfo;
      }
      return { source: first.source, totalCount: first.page.totalCount, pledges };
    },
    refetchInterval: ({ state: { data, error } }) => {
      const moves = data?.pledges.some(stillMoves) ?? false;
      return nextAskMs({ slot, error, moves });
    },
  });
}

async function readPage(variables: Variables, signal: AbortSignal) {
  const { data, failed } = await ask(WALLET_PLEDGES, variables, { signal });
  const { source, pledges: page } = data.wallet;
  if (page === null)
    throw failed[0] ?? new Failure({ kind: kindOf(500), detail: 'The answer has no pledges.' });
  return { source, page };
}

/** Whether time alone changes what is shown of it. */
function stillMoves({ launch, allocation }: WalletPledge): boolean {
  if (allocation !== null) return allocation.unlocked !== allocation.entitlement;
  return launch.status === 'pending' || launch.status === 'active';
}
