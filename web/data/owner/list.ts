import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { askOwner, useSession } from '../session.ts';

/** What everything of an owner is kept under, so that all of it goes when the owner does. */
export const OWNER = 'owner';

const AT_ONCE = 50;

/** A listing of an owner's rows, newest first. */
export interface OwnerRows<Row> {
  /** Undefined until they have come. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly busy: boolean;
  /** Brings older ones; undefined where there are none. */
  readonly older: (() => void) | undefined;
  readonly again: () => void;
}

export interface Listing {
  /** What is listed of it, such as `status=proposed`; all of it without. */
  readonly only?: string | undefined;
  /** When it is asked for anew, in milliseconds, with so many pages of it open; not by itself without. */
  readonly againMs?: ((pages: number) => number) | undefined;
}

export function useOwnerRows<Row extends { readonly id: string }>(
  path: `/${string}/`,
  row: z.ZodType<Row>,
  { only = '', againMs }: Listing = {},
): OwnerRows<Row> {
  const { session } = useSession();
  const shape = z.object({ results: z.array(row), has_more: z.boolean() });
  const query = useInfiniteQuery({
    queryKey: [OWNER, session?.address, path, only],
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === '' ? '' : `&before=${pageParam}`;
      const which = only === '' ? '' : `&${only}`;
      return askOwner({ path: `${path}?limit=${AT_ONCE}${which}${place}`, shape, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ results, has_more }) => (has_more ? results.at(-1)?.id : undefined),
    enabled: session !== undefined,
    ...(againMs && { refetchInterval: ({ state }: Held) => againMs(state.data?.pages.length ?? 1) }),
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  return {
    rows: data?.pages.flatMap(({ results }) => results),
    ...{ error, busy: isFetching },
    older: hasNextPage ? () => void fetchNextPage() : undefined,
    again: () => void refetch(),
  };
}

interface Held {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}

/** Has everything of the owner asked for anew, after something was changed. */
export function useOwnerChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [OWNER] }), [client]);
}
