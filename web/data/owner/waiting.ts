import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useNotices } from '../notices.ts';
import { askOwner, useSession } from '../session.ts';
import { OWNER } from './list.ts';

/** How much waits for the owner's decision. */
export interface Waiting {
  readonly count: number;
  /** Whether it is more than is counted. */
  readonly more: boolean;
  /** Of what is counted; undefined until known. */
  readonly ids?: readonly string[];
}

const NOTHING: Waiting = { count: 0, more: false };
const EVERY_MS = 15_000;
const MOST = 50;

const idOnly = z.object({ id: z.string() });
const intents = z.object({ results: z.array(idOnly), has_more: z.boolean() });
const requests = z.object({
  results: z.array(z.object({ id: z.string(), status: z.string() })),
  has_more: z.boolean(),
});

/** Intents that are proposed or approved, and requests of agents. Nothing while nobody is signed in. */
export function useWaiting(): Waiting {
  const { session } = useSession();
  const notices = useNotices();
  const { data } = useQuery({
    queryKey: [OWNER, session?.address, 'waiting'],
    queryFn: async ({ signal }): Promise<Waiting> => {
      const ask = <Shape extends z.ZodType>(path: `/${string}/`, only: string, shape: Shape) =>
        askOwner({ path: `${path}?limit=${MOST}${only}`, shape, signal });
      const [proposed, approved, asked] = await Promise.all([
        ask('/intents/', '&status=proposed', intents),
        ask('/intents/', '&status=approved', intents),
        ask('/owner-requests/', '', requests),
      ]);
      // Requests come newest first, and their oldest ones have ended.
      const pending = asked.results.filter(({ status }) => status === 'pending');
      const ids = [...proposed.results, ...approved.results, ...pending].map(({ id }) => id);
      return {
        ...{ ids, count: ids.length },
        more: proposed.has_more || approved.has_more,
      };
    },
    enabled: session !== undefined,
    refetchInterval: EVERY_MS,
    // A hidden page sends nothing, unless its reader wants to be told.
    refetchIntervalInBackground: notices,
  });
  return data ?? NOTHING;
}

/** `2`, or `50+` where more wait than are counted. */
export const waitingText = ({ count, more }: Waiting): string => `${count}${more ? '+' : ''}`;
