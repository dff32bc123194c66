import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { againAfter } from './failure.ts';
import { askRest } from './http.ts';
import { instant } from './scalars.ts';

const challenge = z.object({ message: z.string(), expires_at: instant });

/** Replaced this long before it expires, because a wallet takes a while to sign. */
const AHEAD_MS = 60_000;
/** Even if the reader's clock is wrong. */
const SOONEST_MS = 30_000;

/** What a wallet signs to sign in, shown first; it is valid once, and replaced before it expires. */
export function useChallenge(address: string | undefined) {
  return useQuery({
    queryKey: ['challenge', address],
    queryFn: ({ signal }) =>
      askRest({ path: '/auth/challenge/', shape: challenge, body: { wallet_address: address }, signal }),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || error !== null
        ? againAfter(error)
        : Math.max(data.expires_at - AHEAD_MS - Date.now(), SOONEST_MS),
  });
}
