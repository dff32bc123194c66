import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { field, question } from './graphql.ts';
import { follow, type Liveness } from './live.ts';
import { paced } from './paced.ts';
import { PROGRAMS_KEY } from './programs.ts';
import { integer } from './scalars.ts';

interface Variables {
  readonly program: string;
  readonly type: string | null;
  readonly address: string | null;
}

export const PROGRAM_CHANGED = question<Variables>()(
  'subscription ProgramChanged($program: String!, $type: String, $address: Pubkey)',
  z.object({
    programChanged: field(
      '(program: $program, type: $type, address: $address)',
      z.object({ lastIndexedSlot: integer }),
    ).nullable(),
  }),
);

export interface Followed {
  readonly program: string;
  readonly type?: string;
  readonly address?: string;
  /** Whether a page is shown that does not change with the chain. */
  readonly pinned?: boolean;
}

/** Accounts may change in every slot; a reader need not see each. */
const AT_MOST_EVERY_MS = 3_000;

/** Refreshes what is shown of a program when its accounts change, and whenever events resume. */
export function useLiveProgram({ program, type, address, pinned = false }: Followed): void {
  const client = useQueryClient();
  useEffect(() => {
    if (pinned) return;
    const queryKey = [...PROGRAMS_KEY];
    const { again, stop } = paced(() => client.invalidateQueries({ queryKey }), AT_MOST_EVERY_MS);
    const onLiveness = (liveness: Liveness): void => {
      if (liveness === 'live') again();
    };
    const variables = { program, type: type ?? null, address: address ?? null };
    const leave = follow(PROGRAM_CHANGED, variables, { onEvent: again, onLiveness });
    return () => {
      stop();
      leave();
    };
  }, [client, program, type, address, pinned]);
}
