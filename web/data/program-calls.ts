import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { againAfter } from './failure.ts';
import { askRest } from './http.ts';
import { nextAskMs } from './newest.ts';
import { PROGRAMS_KEY, source } from './programs.ts';
import { instant, integer, pubkey } from './scalars.ts';

const place = {
  slot: integer,
  time: instant.nullable(),
  signature: z.string(),
  transaction_index: integer,
  instruction_index: integer,
  inner_index: integer,
  data: z.unknown(),
};
const page = { source, covered_from_slot: integer.nullable(), next_cursor: z.string().nullable() };

const instructionShape = z.object({
  ...place,
  accounts: z.record(z.string(), pubkey.nullable()),
  remaining_accounts: z.array(pubkey),
});
export type InstructionRow = z.output<typeof instructionShape>;
const instructionsShape = z.object({ ...page, results: z.array(instructionShape) });

const eventShape = z.object({ ...place, source: z.enum(['log', 'cpi']), event_index: integer });
export type EventRow = z.output<typeof eventShape>;
const eventsShape = z.object({ ...page, results: z.array(eventShape) });

export interface CallKey {
  readonly program: string;
  /** Of the instruction or event. */
  readonly name: string;
}

export interface CallsAsked {
  /** JSON. */
  readonly where?: string | undefined;
  /** Only instructions with this account. */
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Where the page continues; undefined for the first, which follows the chain. */
  readonly after: string | undefined;
}

const PAGE = '20';

/** A page of the executions of an instruction, newest first. */
export function useInstructions(key: CallKey, asked: CallsAsked) {
  return useCalls('instructions', key, asked, instructionsShape);
}

/** A page of the events of one name, newest first. */
export function useEvents(key: CallKey, asked: CallsAsked) {
  return useCalls('events', key, asked, eventsShape);
}

function useCalls<Shape extends z.ZodType>(
  kind: 'instructions' | 'events',
  { program, name }: CallKey,
  { where, account, from, to, after }: CallsAsked,
  shape: Shape,
) {
  const query = new URLSearchParams({
    limit: PAGE,
    ...(where && { where }),
    ...(account && { account }),
    ...(from && { from_slot: from }),
    ...(to && { to_slot: to }),
    ...(after && { cursor: after }),
  });
  const path = `/programs/${encodeURIComponent(program)}/${kind}/${encodeURIComponent(name)}/` as const;
  return useQuery({
    queryKey: [...PROGRAMS_KEY, program, kind, name, `${query}`],
    queryFn: ({ signal }) => askRest({ path: `${path}?${query}`, shape, signal }),
    refetchInterval: ({ state: { error } }) =>
      after === undefined ? nextAskMs({ slot: undefined, error, moves: false }) : againAfter(error),
    placeholderData: keepPreviousData,
  });
}
