import { z } from 'zod';

const code = z.string().max(64).optional().catch(undefined);
const shape = z.object({ code, user_code: code });

/** Links of agents use either form of the code; an empty one is ignored. */
export interface PairSearch {
  readonly code?: string | undefined;
}

export function pairSearch(search: Record<string, unknown>): PairSearch {
  const given = shape.parse(search);
  return { code: given.code || given.user_code || undefined };
}
