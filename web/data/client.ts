import { QueryClient } from '@tanstack/react-query';
import { againAfter, failureOf, mayPass } from './failure.ts';

const ATTEMPTS = 3;

/** Answers that the pages hold: asked again when they are looked at again, and repeated only where that may help. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 5 * 60_000,
        // The API may well run on this machine while the machine is offline.
        networkMode: 'always',
        retry: (count, error) => count < ATTEMPTS && mayPass(failureOf(error)),
        refetchInterval: ({ state }) => againAfter(state.error),
        retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
