import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { MOST_WAITING } from '../../../schemas/rest/waiting.ts';
import { useNotices } from '../notices.ts';
import { useOwnerQuery } from './list.ts';

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

const waiting = z.object({ intents: z.array(z.string()), requests: z.array(z.string()) });

function counted({ intents, requests }: z.output<typeof waiting>): Waiting {
  const ids = [...intents, ...requests];
  return { ids, count: ids.length, more: Math.max(intents.length, requests.length) === MOST_WAITING };
}

/** Intents that are proposed or approved, and requests of agents. Nothing while nobody is signed in. */
export function useWaiting(): Waiting {
  const notices = useNotices();
  const { data } = useQuery({
    ...useOwnerQuery(['waiting'], { path: '/waiting/', shape: waiting }),
    select: counted,
    refetchInterval: EVERY_MS,
    // A hidden page sends nothing, unless its reader wants to be told.
    refetchIntervalInBackground: notices,
  });
  return data ?? NOTHING;
}

/** `2`, or `100+` where more wait than are counted. */
export const waitingText = ({ count, more }: Waiting): string => `${count}${more ? '+' : ''}`;
