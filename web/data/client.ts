import { QueryClient } from '@tanstack/react-query';
import { againAfter, failureOf, mayPass } from './failure.ts';

const ATTEMPTS = 3;

/** Cached answers: refreshed when they are viewed again, and retried only if that may help. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 5 * 60_000,
        // The API may run on this machine while the machine is offline.
        networkMode: 'always',
        retry: (count, error) => count < ATTEMPTS && mayPass(failureOf(error)),
        refetchInterval: ({ state }) => againAfter(state.error),
        retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
